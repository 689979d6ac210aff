import { Drawer, Timeline } from 'antd'
import { useSay } from '../../../../../kit/web/words.web.ts'
import { words } from '../../../../../platform/shell/dialog-words.ts'
import { RELEASES } from '../../../../../platform/shell/releases.ts'

/** The notes of all releases in a drawer, the newest first. */
export default function UpdateLog({ version, onClose }: { version: string; onClose: () => void }) {
  const { say } = useSay()
  return (
    <Drawer open title={`${say(words.notes)} ${version}`} size={420} onClose={onClose} keyboard={false} mask={{ closable: false }}>
      {RELEASES.map((r) => (
        <section key={r.version} aria-label={`v${r.version}`}>
          <h3>
            v{r.version} <small>{r.day}</small>
          </h3>
          <Timeline items={r.notes.map((n) => ({ content: say(n) }))} />
        </section>
      ))}
    </Drawer>
  )
}
