import { Alert, Form, Progress, Select, Tag } from 'antd'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import type { Selection } from '../../kit/web/commands.web.tsx'
import { Dialog } from '../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { useBatch } from '../../platform/list/batch.web.ts'
import { allSelected } from '../../platform/list/words.ts'
import { DialogForm } from '../../platform/parts/DialogForm.web.tsx'
import { cbf } from '../definitions/cbf.ts'
import { words } from './words.ts'

const keysOf = (row: AnyRow | undefined): string[] =>
  String(row?.tags ?? '')
    .split(',')
    .filter(Boolean)
/** The tags of a contractor in a list. */
export function TagsOf({ row }: { row: AnyRow }) {
  const { label } = useDict('household_tag')
  const keys = keysOf(row)
  return keys.length ? keys.map((k) => <Tag key={k}>{label(k)}</Tag>) : '—'
}

/** Sets the tags of the chosen contractors: all get the same. */
export function TagsDialog({ on, onClose }: { on: Selection; onClose(): void }) {
  const { rows: chosen, question } = on
  const { say } = useSay()
  const { choices } = useDict('household_tag')
  const { busy, run } = useOneCall()
  const batch = useBatch('cbf-tags', on)
  const save = ({ tags }: { tags: readonly string[] }) => {
    const act = async () => {
      if (!question) return api.post('base-qssj/cbf/tags', { cbfbms: chosen.map((r) => String(r.cbfbm)).join(','), tags: tags.join(',') })
      const values = { tags: tags.join(',') }
      const preview = await batch.look(values)
      if (preview.changed > 0) await batch.make(preview, values)
    }
    return run(act, { done: phrases.done, touches: [queryKeyOf(cbf)] })
  }
  return (
    <Dialog
      open
      title={`${say(words.tags)} · ${
        question
          ? say(allSelected(question.total))
          : chosen
              .map((r) => r.cbfmc)
              .slice(0, 3)
              .join('、')
      }${chosen.length > 3 ? ' …' : ''}`}
      width={520}
      onCancel={onClose}
    >
      <DialogForm
        name="tags"
        of={words.tags}
        about={chosen.map((r) => r.id).join(',')}
        initialValues={{ tags: keysOf(chosen[0]) }}
        busy={busy}
        act={phrases.save}
        onSend={save}
        onDone={onClose}
        onCancel={onClose}
      >
        {batch.progress && <Progress percent={batch.progress.percent} aria-label={say(words.tags)} />}
        <Alert type="info" showIcon title={say(question || chosen.length > 1 ? words.tagsOfMany : words.tagsHint)} style={{ marginBottom: 16 }} />
        <Form.Item name="tags">
          <Select mode="multiple" aria-label={say(words.tag)} placeholder={say(words.tag)} options={choices} />
        </Form.Item>
      </DialogForm>
    </Dialog>
  )
}
