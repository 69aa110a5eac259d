"""Chat extraction and embeddings over any OpenAI-compatible endpoint. The only place that knows the SDK and its retries."""
