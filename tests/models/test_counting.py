"""What models cost is in every run's record, and summed up in the metrics."""

from pipelines.contracts.answer import Answer, ModelUse, StageUse, Status
from services.counting import Counters

ASKED = StageUse(
    stage="intent",
    mode="auto",
    confidence=0.4,
    outcome="used",
    calls=2,
    repairs=1,
    input_tokens=5000,
    output_tokens=300,
)
SURE = StageUse(stage="intent", mode="auto", confidence=0.99, outcome="not_asked")


def answer(*uses: StageUse) -> Answer:
    use = sum((ModelUse.of(one) for one in uses), ModelUse())
    return Answer(run_id="r", session_id="s", status=Status.SUCCEEDED, model=use)


def test_the_record_of_a_run_sums_its_stages() -> None:
    use = answer(ASKED, SURE).model
    assert (use.calls, use.input_tokens, use.output_tokens) == (2, 5000, 300)
    assert use.stages == (ASKED, SURE)


def test_the_metrics_sum_requests_calls_and_tokens_by_stage() -> None:
    counters = Counters()
    for one in (answer(ASKED), answer(SURE), answer()):
        counters.count(one)
    lines = counters.text().decode().splitlines()
    assert 'zhizao_requests_total{status="succeeded"} 3.0' in lines
    assert "zhizao_requests_with_model_total 1.0" in lines
    assert 'zhizao_model_stage_total{outcome="not_asked",stage="intent"} 1.0' in lines
    assert 'zhizao_model_calls_total{stage="intent"} 2.0' in lines
    assert 'zhizao_model_tokens_total{direction="in",stage="intent"} 5000.0' in lines
    assert lines.count("# TYPE zhizao_model_calls_total counter") == 1
