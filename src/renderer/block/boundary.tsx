import { Component, type ReactNode } from 'react';
import { ErrorNote } from '#ui/error-note/error-note.tsx';

export interface BoundaryProps {
  title: string;
  retryText: string;
  /** A new value means new circumstances: what crashed is tried again. */
  renewedBy: unknown;
  children: ReactNode;
}

/** Keeps the crash of one block to that block. */
export class Boundary extends Component<BoundaryProps, { crashed: boolean; under: unknown }> {
  override state = { crashed: false, under: this.props.renewedBy };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  static getDerivedStateFromProps({ renewedBy }: BoundaryProps, { under }: { under: unknown }) {
    return Object.is(renewedBy, under) ? null : { crashed: false, under: renewedBy };
  }

  override render() {
    const { title, retryText, children } = this.props;
    if (!this.state.crashed) return children;
    return (
      <ErrorNote title={title} retryText={retryText} onRetry={() => this.setState({ crashed: false })} />
    );
  }
}
