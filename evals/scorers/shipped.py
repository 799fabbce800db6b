"""The scorers that judge every run, in the order of the road."""

from evals.score import Scorer
from evals.scorers.answer import Status, Verdicts, Words
from evals.scorers.arguments import Arguments, EdgeF1
from evals.scorers.candidates import CandidatePrecision, CandidateRecall, Candidates
from evals.scorers.chain import Chain, ChainDistance, ChainExact, NodeF1
from evals.scorers.costs import Calls, Cost, Latency, Tokens
from evals.scorers.effects import Effects, EndState
from evals.scorers.reading import Choices, Question, Reading, Refusal

SHIPPED: tuple[Scorer, ...] = (
    Reading(),
    Question(),
    Refusal(),
    Candidates(),
    CandidateRecall(),
    CandidatePrecision(),
    Choices(),
    Chain(),
    ChainExact(),
    ChainDistance(),
    NodeF1(),
    EdgeF1(),
    Arguments(),
    Effects(),
    EndState(),
    Status(),
    Verdicts(),
    Words(),
    Calls(),
    Tokens(),
    Latency(),
    Cost(),
)
