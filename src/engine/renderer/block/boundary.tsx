import { Component, type ReactNode } from 'react';

export interface BoundaryProps {
  /** What stands in the place of what crashed; `retry` tries that again. */
  renderInstead: (retry: () => void) => ReactNode;
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
    const { renderInstead, children } = this.props;
    return this.state.crashed ? renderInstead(() => this.setState({ crashed: false })) : children;
  }
}
