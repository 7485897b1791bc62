"""Which format a model is asked for."""

from guillemet.engine.blocks import FormatName
from guillemet.llm.prompts.modes import EditStyle, best_format
from tests.kit.cases import each

PATCH = EditStyle(FormatName.APPLY_PATCH)
WHOLE = EditStyle(FormatName.WHOLE_FILE)


@each(
    ("model", "style"),
    [
        ("claude-sonnet-4-5-20250929", EditStyle()),
        ("deepseek-chat", EditStyle()),
        ("gpt-4o-mini", EditStyle()),
        ("gpt-4.1-mini", PATCH),
        ("openai/gpt-5.1-codex", PATCH),
        ("models/gemini-2.5-pro", EditStyle(fenced_path=True)),
        ("google/gemini-2.5-flash", EditStyle(fenced_path=True)),
        ("gemma-3-270m-it-Q4_K_M.gguf", WHOLE),
        ("llama3.2:1b", WHOLE),
        ("Qwen2.5-Coder-1.5B-Instruct", WHOLE),
        ("qwen3-30b-a3b", EditStyle()),
        ("mixtral-8x7b", EditStyle()),
        ("gpt-50", EditStyle()),
        ("", EditStyle()),
    ],
)
def test_a_model_gets_the_format_its_family_writes_best(model: str, style: EditStyle) -> None:
    assert best_format(model) == style
