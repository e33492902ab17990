import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { EmptyState } from '../components/empty-state.js'
import { ErrorBoundary } from '../components/error-boundary.js'
import { Toasts } from '../components/toast.js'
import { followActivity } from '../data/activity-store.js'
import { screenName } from '../data/router.js'
import { worldId } from '../data/world.js'
import { onShortcut } from '../list/shortcuts.js'
import { SCREENS } from '../screens/screens.js'
import { ClockBar } from './clock-bar.js'
import { HelpDialog } from './help-dialog.js'
import { Navigation } from './navigation.js'

/** The frame around every screen. */
export function App() {
  const isHelpOpen = useSignal(false)
  useEffect(followActivity, [])
  useEffect(() => onShortcut('?', () => (isHelpOpen.value = true)), [])
  const screen = SCREENS.find(({ name }) => name === screenName.value)
  const title = screen?.title ?? 'Not found'
  useEffect(() => {
    document.title = `${title} · ${worldId.value} · mds-sandbox`
  }, [title, worldId.value])
  const Content = screen?.component
  return (
    <>
      <a class="skip-link" href="#content">
        Skip to the content
      </a>
      <Navigation onHelp={() => (isHelpOpen.value = true)} />
      <ClockBar />
      <main id="content" tabIndex={-1}>
        <h1>{title}</h1>
        {Content ? (
          <ErrorBoundary what="This screen" key={`${worldId.value} ${title}`}>
            <Content />
          </ErrorBoundary>
        ) : (
          <EmptyState title={`There is no screen called ${screenName.value}`} />
        )}
      </main>
      <Toasts />
      {isHelpOpen.value && <HelpDialog onClose={() => (isHelpOpen.value = false)} />}
    </>
  )
}
