# Seeing Attention as a slim image: `docker build -t seeing-attention .`
# For NVIDIA GPUs: `docker build --build-arg TORCH_INDEX=https://download.pytorch.org/whl/cu128 -t seeing-attention:gpu .`
ARG BASE=docker.io/library/python:3.11-slim-bookworm

# The packages, in a virtual environment of their own, so that pip and its caches stay behind.
FROM ${BASE} AS packages
ARG TORCH_INDEX=https://download.pytorch.org/whl/cpu
COPY requirements.txt .
RUN python3 -m venv /packages \
    && torch=$(grep '^torch==' requirements.txt) \
    && /packages/bin/pip install --no-cache-dir --index-url "${TORCH_INDEX}" "${torch}" \
    && /packages/bin/pip install --no-cache-dir -r requirements.txt \
    && /packages/bin/pip uninstall --yes pip setuptools
# What only compiling against the packages, or testing them, would need: a sixth of the whole.
RUN cd /packages/lib/python3*/site-packages \
    && rm -r torch/include torch/test && find torch/bin -type f ! -name torch_shm_manager -delete \
    && find . -type d -name tests -prune -exec rm -r {} +

FROM ${BASE}
COPY --from=packages /packages /packages
WORKDIR /app
COPY . .
# Everything is written before the user changes, so the container needs no place to write but /tmp.
RUN useradd --uid 10001 --no-create-home --home-dir /tmp viewer \
    && /packages/bin/python -m compileall -q /app
ENV PATH=/packages/bin:$PATH \
    HOME=/tmp \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    STREAMLIT_SERVER_HEADLESS=true \
    STREAMLIT_BROWSER_SERVER_ADDRESS=localhost \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_PORT=8501
USER viewer
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/_stcore/health', timeout=2)"]
CMD ["streamlit", "run", "app.py"]
