"""Debian's nginx, the peer of what the server sends and takes."""

import os
import socket
import subprocess
import time
from contextlib import contextmanager

import pages  # noqa: F401  It adds the modules of Tests/Browser to the path.
from server import free_port


@contextmanager
def nginx(folder):
    """nginx over a folder, as its Debian package sets it up for static files; it takes PUT too. Brings the port."""
    port = free_port()
    text = f"""
        user root; daemon off; pid {folder}/pid; error_log {folder}/log; worker_processes auto;
        events {{ worker_connections 768; }}
        http {{
            sendfile on; tcp_nopush on; access_log off; default_type application/octet-stream;
            client_max_body_size 20m; client_body_temp_path {folder}/temporary; proxy_temp_path {folder}/unused;
            fastcgi_temp_path {folder}/unused; uwsgi_temp_path {folder}/unused; scgi_temp_path {folder}/unused;
            server {{ listen 127.0.0.1:{port}; root {folder}/files; dav_methods PUT; create_full_put_path on; }}
        }}"""
    if os.getuid() != 0:
        text = text.replace("user root;", "")
    (folder / "conf").write_text(text)
    process = subprocess.Popen(["nginx", "-c", folder / "conf", "-e", folder / "log"], stderr=subprocess.DEVNULL)
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()
