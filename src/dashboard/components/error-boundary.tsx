import { Component, type ComponentChildren } from 'preact'

interface Props {
  /** What can't be shown, such as "This entry". */
  what: string
  children: ComponentChildren
}

/** Shows an error in place of content that can't be rendered, so that one bad record breaks one row. */
export class ErrorBoundary extends Component<Props, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static override getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <span class="broken" role="note">
        {this.props.what} can't be shown: {error.message}
      </span>
    )
  }
}
