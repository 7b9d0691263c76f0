import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** What stands in the place of what crashed; `retry` tries that again. */
  fallback: (retry: () => void) => ReactNode;
  /** A new value means new circumstances: what crashed is tried again. */
  resetKey: unknown;
  children: ReactNode;
}

/** Keeps the crash of one block to that block. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { crashed: boolean; under: unknown }> {
  override state = { crashed: false, under: this.props.resetKey };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, { under }: { under: unknown }) {
    return Object.is(resetKey, under) ? null : { crashed: false, under: resetKey };
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.crashed ? fallback(() => this.setState({ crashed: false })) : children;
  }
}
