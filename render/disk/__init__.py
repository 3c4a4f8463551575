"""Parts of pictures on disk: drawn once per version of the art, mapped into every process."""
