import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** What is rendered instead of the crashed children; `retry` renders them again. */
  renderFallback: (retry: () => void) => ReactNode;
  /** When it changes, the children are rendered again. */
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
    const { renderFallback, children } = this.props;
    return this.state.crashed ? renderFallback(() => this.setState({ crashed: false })) : children;
  }
}
