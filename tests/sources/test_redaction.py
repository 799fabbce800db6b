"""Secrets in texts and JSON are found and masked; ordinary test data is left alone."""

import pytest

from tool_registry.base.redaction import (
    MASK,
    find_secrets,
    has_mask,
    mask,
    mask_text,
    shown,
    without_hidden,
)

JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\nabc\n-----END RSA PRIVATE KEY-----"
SECRETS = {
    "jwt": JWT,
    "private_key": KEY,
    "authorization": "Authorization: Bearer 4f9c2ab1d0e94e6f",
    "url_password": "mysql://root:S3cret!@db.internal:3306/app",
    "aliyun_key": "LTAI5tQnKxEXAMPLEabc1234",
    "aws_key": "AKIAIOSFODNN7EXAMPLE",
    "tencent_key": "AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE",
    "google_key": "AIzaSyA-1234567890abcdefghijklmnopqrstu",
    "github_token": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "gitlab_token": "glpat-abcdefghij0123456789",
    "slack_token": "xoxb-123456789012-abcdefghijkl",
    "model_key": "sk-abcdefghijklmnopqrstuvwxyz123456",
    "webhook": "https://oapi.example.com/robot/send?access_token=6f2a9c0e1b",
    "assignment": "password=hunter22",
}


@pytest.mark.parametrize(("kind", "secret"), SECRETS.items())
def test_each_kind_is_found_in_a_sentence_and_masked(kind: str, secret: str) -> None:
    text = f"给用户1234发一张券 {secret} please"
    assert kind in find_secrets(text)
    masked = mask_text(text)
    assert MASK in masked
    assert secret not in masked
    assert masked.startswith("给用户1234发一张券 ")
    assert find_secrets(masked) == ()


@pytest.mark.parametrize(
    "text",
    [
        "secret_key: abcdef123",
        "api-key='A1b2C3d4'",
        "AccessKeySecret=Zm9vYmFyYmF6",
        "密码是abc12345",
        "口令:abc12345",
        'the "client_secret": "shhhhhh"',
        "postgresql+psycopg://me:pw12@localhost/db",
    ],
)
def test_assignments_in_many_notations(text: str) -> None:
    assert find_secrets(text)
    assert find_secrets(mask_text(text)) == ()


@pytest.mark.parametrize(
    "text",
    [
        "给用户1234发放一张满50减20的优惠券,预发环境",
        "测试用户账号14453427870,解除淘宝关系再换绑到新账号2219675358229 预发环境",
        "don't create a new user, issue a 50-20 coupon to 13800000001 in pre-release",
        "create a basic authentication test for the bearer of this card",
        "how do I reset a password? the token is missing",
        "http://127.0.0.1:8100/mcp",
        "the secret is out",
        "task-sk-1 at 2026-01-01T10:00:00Z, order eyJ",
        "create account test@example.com",
        "the password is wrong, why?",
        "密码是什么意思呢",
        "password: required, at least eight letters",
    ],
)
def test_ordinary_sentences_hold_no_secrets(text: str) -> None:
    assert find_secrets(text) == ()
    assert mask_text(text) == text


def test_json_is_masked_in_depth_and_by_the_names_of_its_fields() -> None:
    body = {
        "name": "desk",
        "password": "hunter22",
        "list": [{"accessToken": "abcd1234", "note": JWT, "tokenCount": "1200"}],
        "secret": None,
        "count": 3,
    }
    assert mask(body) == {
        "name": "desk",
        "password": MASK,
        "list": [{"accessToken": MASK, "note": MASK, "tokenCount": "1200"}],
        "secret": None,
        "count": 3,
    }
    assert has_mask(mask(body))
    assert not has_mask(body)


def test_hidden_parameters_are_not_shown() -> None:
    sent = {"_mcp_t": True, "id": 1, "items": [{"_mcp_env": "pre", "sku": "a"}]}
    assert without_hidden(sent) == {"id": 1, "items": [{"sku": "a"}]}
    assert shown({"_mcp_t": True, "note": JWT}) == {"note": MASK}


def test_a_long_text_is_masked_quickly() -> None:
    assert mask_text("a" * 200_000 + "=" * 10_000).startswith("aaa")
