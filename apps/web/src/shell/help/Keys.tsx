import { Modal } from 'antd'
import type { Text } from '../../../../../kit/model/lang.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { listPhrases as list } from '../../../../../platform/list/words.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'

const same = (k: string): Text => ({ zh: k, en: k })
const KEYS: readonly (readonly [Text, Text])[] = [
  [same('Ctrl + K'), words.keyPalette],
  [same('?'), words.keyHelp],
  [same('↑ ↓'), words.keyMove],
  [same('Enter'), words.keyOpen],
  [same('Esc'), words.keyClose],
  [same('Tab'), words.keyTab],
  [same('J K ← →'), words.keyRecord],
  [words.keyMiddleName, words.keyMiddle],
  [same('j'), list.keyDown],
  [same('k'), list.keyUp],
  [same('x'), list.keySelect],
  [same('Enter ↵'), list.keyOpen],
  [same('Esc ⎋'), list.keyClear],
]
/** The keys of the shell. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  return (
    <Modal open title={say(words.keys)} width={460} footer={null} onCancel={onClose}>
      <dl className="shell-keys">
        {KEYS.map(([key, what]) => (
          <div key={key.zh}>
            <dt>
              <kbd>{say(key)}</kbd>
            </dt>
            <dd>{say(what)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
