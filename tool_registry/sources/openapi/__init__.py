"""Operations of OpenAPI 3 and Swagger 2 documents as tools: read, described, called."""
