"""What is added to responses on their way out: links, compression, CORS and deprecation notices."""
