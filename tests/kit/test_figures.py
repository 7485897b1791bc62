"""Promise of the figures: the tasks they count are really done, whatever the session is made of."""

from tests.kit.figures import tasks


def test_each_task_runs_through_functions_of_ours() -> None:
    found = dict(tasks())

    assert len(found) == 3
    assert not any(figure.startswith("0 ") for figure in found.values())
