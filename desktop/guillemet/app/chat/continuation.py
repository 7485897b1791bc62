"""Going on after an answer: which request that takes, and to whom it goes.

    it is a plan                  that alone and the files, to the model that writes the blocks of plans
    it was stopped or broke off
      and something came of it    the conversation and a message that asks for the rest, to the model that began
      and nothing came of it      the same request as before, made anew, to the model that is chosen now

The second answer of an architect is one to a plan: its rest is asked for as edits, and again only the plan is sent.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from guillemet.app.chat.request import Prepared
from guillemet.app.chat.request_builder import RequestBuilder
from guillemet.app.chat.send_guard import SendGuard
from guillemet.app.chat.turn_factory import awaited
from guillemet.app.preferences import Preferences
from guillemet.app.turns import Mode, State, Turn
from guillemet.llm.messages import Role
from guillemet.llm.prompts.continuing import continue_message
from guillemet.llm.prompts.modes import Aim

GoOn = Callable[[Prepared, Turn], None]
CarryOut = Callable[[Prepared, str], None]


class Continuation:
    """Makes the request ready that goes on after the last turn."""

    def __init__(self, asking: RequestBuilder, gate: SendGuard, preferences: Preferences) -> None:
        self._asking, self._gate, self._preferences = asking, gate, preferences

    def make_ready(self, turns: Sequence[Turn], go_on: GoOn) -> None:
        """Make the request for the rest of the last turn ready, and go on with the turn that it fills."""
        last, plan = turns[-1], _plan(turns)
        asked = turns[: -2 if plan else -1]
        has_question = bool(asked) and asked[-1].role is Role.USER and bool(asked[-1].text.strip())

        def send(prepared: Prepared, model: str) -> None:
            turn = last if last.text.strip() else _asked_again(last, model, prepared)
            self._gate.send(prepared, act=lambda sent: go_on(sent, turn), model=model)

        def send_again(prepared: Prepared) -> None:
            carried_out = self._asking.carried_out(prepared, plan.text) if plan else None
            send(*(carried_out or (prepared, self._preferences.now.model)))

        if last.text.strip() or not has_question:
            mode = Mode.EDIT if plan else last.mode
            self._gate.make_ready(
                continue_message(last.text),
                lambda prepared: send(prepared, last.model),
                mode=mode,
                reminds=False,
                model=last.model,
            )
        else:
            question = asked[-1]
            self._asking.bring_back(question.text)
            self._gate.make_ready(question.text, send_again, mode=question.mode, after=len(asked) - 1)

    def carry_out(self, plan: Turn, then: CarryOut) -> None:
        """Make the request ready by which the second model writes the blocks of an answer, if that is a plan."""
        sent, is_answered = self._asking.sent, plan.state is State.DONE and plan.text.strip()
        if sent is None or sent.parts.aim is not Aim.PLAN or not is_answered or plan.mode is not Mode.ARCHITECT:
            return
        request, model = self._asking.carried_out(sent, plan.text)
        self._gate.send(request, act=lambda carried_out: then(carried_out, model), model=model)


def _plan(turns: Sequence[Turn]) -> Turn | None:
    """Return the plan whose blocks the last answer writes; None when it is no such answer."""
    before = turns[-2] if len(turns) > 2 else None
    is_plan = before is not None and before.role is Role.ASSISTANT and before.state is State.DONE
    return before if is_plan and {turns[-1].mode, turns[-2].mode} == {Mode.ARCHITECT} else None


def _asked_again(turn: Turn, model: str, prepared: Prepared) -> Turn:
    begun = awaited(turn.number, model, turn.mode, prepared.asked_format)
    return replace(begun, state=turn.state, reasoning=turn.reasoning, usage=turn.usage, money=turn.money)
