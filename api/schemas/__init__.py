"""The shapes of requests and responses of the API."""
