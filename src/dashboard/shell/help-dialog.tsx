import { Dialog } from '../components/dialog.js'

const KEYS = [
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close the details, or leave a field'],
  ['/', 'Search'],
  ['?', 'This list'],
] as const

export const HelpDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keys" onClose={onClose}>
    <dl class="keys">
      {KEYS.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
