"""The product beside public benchmarks of chains of tools, without any model."""
