"""What stands in deploy/: the systemd unit, the Kubernetes manifests, alerts and dashboard."""
