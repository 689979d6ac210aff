import { Modal } from 'antd'
import type { Text } from '../../../../../kit/model/lang.ts'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { keysHere } from '../../../../../platform/list/keys/keyed.web.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'

interface Line {
  shown: string | Text
  what: Text
}
/** What the search and the browser's window hear while they have the focus: nobody listens to it here. */
const ELSEWHERE: readonly { name: Text; lines: readonly Line[] }[] = [
  {
    name: words.keysOfSearch,
    lines: [
      { shown: '↑ ↓', what: words.keyMove },
      { shown: 'Enter', what: words.keyOpen },
      { shown: 'Esc', what: words.keyClose },
    ],
  },
  {
    name: words.keysOfWindow,
    lines: [
      { shown: 'Tab', what: words.keyTab },
      { shown: words.keyMiddleName, what: words.keyMiddle },
    ],
  },
]
/** The keys that are heard where one is, as the parts of the page that listen say them, each under its part. */
export default function Keys({ onClose }: { onClose: () => void }) {
  const { say } = useSay()
  const heard = keysHere().map(({ name, acts }) => ({ name, lines: acts.map((a): Line => ({ shown: a.shown ?? a.keys.join(' '), what: a.what })) }))
  return (
    <Modal open title={say(words.keys)} width={460} footer={null} onCancel={onClose}>
      {[...heard, ...ELSEWHERE].map(({ name, lines }, i) => (
        <section key={i} aria-label={say(name)}>
          <h3>{say(name)}</h3>
          <dl className="shell-keys">
            {lines.map(({ shown, what }) => (
              <div key={what.zh}>
                <dt>
                  <kbd>{typeof shown === 'string' ? shown : say(shown)}</kbd>
                </dt>
                <dd>{say(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
