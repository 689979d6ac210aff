import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Flex, Form, Spin, Tooltip, type FormInstance } from 'antd'
import { today } from '../../kit/web/clock.web.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useAsk } from '../../kit/web/ask.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { bodyOf, FormItems, showFaults } from '../../kit/web/ResourceForm.web.tsx'
import { useSession, type Keeping } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useDialogDraft, draftedValues } from '../../kit/web/dialog-draft.web.ts'
import { PUBLICITY } from './clock.ts'
import { publicity } from './publicity.ts'
import { Objections } from './Objections.web.tsx'
import { PostedList } from './PostedList.web.tsx'
import { Clock } from './publicity.web.tsx'
import { Facts, Part } from '../cases/web/Facts.web.tsx'
import type { PanelProps } from '../cases/web/panels.web.ts'
import { leftDays, words } from '../cases/web/words.ts'

const AT = 'yw-publicity/publicity'
const FIELDS = ['title', 'startDate', 'days', 'place']
const SHOWN = ['title', 'status', 'round', 'place', 'startDate', 'endDate', 'days', 'objectionResult']

/** The publicity of a task: post it, watch its clock, take objections, complete or cancel it. Source: business-flows.md 5.1; screens.md C7. */
export function PublicityPanel({ row, acting, papersMissing = false, onChange, onReady }: PanelProps) {
  const { say } = useSay()
  const { can } = useSession()
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  const [form] = Form.useForm()
  const { busy, run } = useOneCall()
  const draft = useDialogDraft(words.publish, row.taskId ? String(row.taskId) : null, draftedValues(form))
  const found = useQuery({
    queryKey: queryKeyOf('publicity', 'of-task', row.taskId),
    retry: false,
    staleTime: 0,
    queryFn: () => api.get<AnyRow | null>(`${AT}/detail-by-task`, { taskId: row.taskId }, { quiet: true }),
  })
  const renew = () => client.invalidateQueries({ queryKey: queryKeyOf('publicity') })
  if (found.isLoading) return <Spin />
  if (found.error) return <Alert type="error" showIcon title={found.error.message} />
  const p = found.data
  const waiting = !p || p.status === PUBLICITY.todo || p.status === PUBLICITY.cancelled
  const mine = acting && can('publicity_edit')
  const save = async () => {
    const values = (await form.validateFields().catch(() => undefined)) as Record<string, unknown> | undefined
    if (!values) return
    const body = { ...bodyOf(publicity, values, p?.status === PUBLICITY.todo ? p : undefined), taskId: row.taskId }
    const isSaved = await run(() => api.post(`${AT}/save`, body, undefined, { quiet: true }), {
      done: words.saved,
      touches: [queryKeyOf('publicity')],
      refused(e) {
        if (!showFaults(form, publicity, e)) toast.failed(e)
        return true
      },
    })
    if (isSaved) void draft?.end()
  }
  const step = async (verb: 'complete' | 'revoke') => {
    if (!(await ask(verb === 'complete' ? words.completeAsk : words.cancelAsk, verb === 'revoke'))) return
    await api
      .post(`${AT}/${verb}`, { rev: p!.rev }, { id: p!.id })
      .then(() => toast.done(verb === 'complete' ? words.completed : undefined))
      .then(renew)
      .then(onChange)
      .then(() => verb === 'complete' && onReady?.())
      .catch(() => undefined)
  }
  // the office's computer may stand at any day: the server counts
  const left = p?.endDate ? Number(p.daysLeft ?? 0) : undefined
  return (
    <Flex vertical gap="small">
      {waiting && mine ? (
        <PostingForm key={`${p?.id}-${p?.rev}`} form={form} of={p} name={`${row.businessName}公示`} busy={busy} draft={draft} onSave={() => void save()} />
      ) : (
        p && (
          <Flex gap="large" align="start" wrap>
            <div style={{ flex: '1 1 420px' }}>
              <Facts of={publicity} names={SHOWN} row={p} />
            </div>
            {p.status === PUBLICITY.doing && <Clock of={p} />}
          </Flex>
        )
      )}
      {p?.status === PUBLICITY.done && acting && <Alert type="success" showIcon title={say(words.doneThenPass)} />}
      {p?.status === PUBLICITY.doing && acting && (
        <Alert
          type="info"
          showIcon
          title={[say(left ? leftDays(left) : words.periodOver), ...(papersMissing ? [say(words.proofHint)] : [])].join(say({ zh: '。', en: '. ' }))}
        />
      )}
      {mine && p && !waiting && p.status === PUBLICITY.doing && (
        <Flex gap="small">
          <Tooltip title={left ? say(leftDays(left)) : ''}>
            <Button type="primary" disabled={!!left} onClick={() => void step('complete')}>
              {say(words.complete)}
            </Button>
          </Tooltip>
          <Button danger onClick={() => void step('revoke')}>
            {say(words.cancelRound)}
          </Button>
        </Flex>
      )}
      {p && !waiting && (
        <>
          <Part title={say(words.posted)} />
          <PostedList of={p} />
          <Part title={say(words.objections)} />
          <Objections
            of={p}
            posted={p.snapshot}
            onChange={async () => {
              await renew()
              await onChange()
            }}
          />
        </>
      )}
    </Flex>
  )
}

interface PostingFormProps {
  form: FormInstance
  /** the round that is planned, or was cancelled */
  of: AnyRow | null | undefined
  /** title of a new round */
  name: string
  busy: boolean
  /** what is typed and not posted yet outlives the page */
  draft: Keeping | undefined
  onSave(): void
}
/** When, where and for how long the case is posted. */
function PostingForm({ form, of: p, name, busy, draft, onSave }: PostingFormProps) {
  const { say } = useSay()
  return (
    <Form
      form={form}
      name="publicity"
      component={false}
      layout="vertical"
      onValuesChange={() => draft?.typed()}
      initialValues={{
        title: name,
        days: 15,
        ...Object.fromEntries(Object.entries(p ?? {}).filter(([, v]) => v !== null)),
        // the day of a round that was cancelled, or not posted in time, is over
        startDate: [today(), String(p?.startDate ?? '')].sort().at(-1),
      }}
    >
      {draft?.offer}
      <FormItems of={publicity} only={FIELDS} />
      <Flex gap="small" align="center">
        <Button type="primary" loading={busy} onClick={onSave}>
          {say(words.publish)}
        </Button>
        {draft?.line}
      </Flex>
    </Form>
  )
}
