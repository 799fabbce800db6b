"""The service that suites with the plugin ask for data."""

from tests.services.conftest import sandbox, service, whole_service, zhizao

__all__ = ["sandbox", "service", "whole_service", "zhizao"]
