import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Divider, Flex, Form, Spin, Statistic } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk, useToast } from '../../../kit/web/dialogs.web.tsx'
import { DictTag } from '../../../kit/web/inputs.web.tsx'
import { bodyOf, FormItems, showFaults } from '../../../kit/web/ResourceForm.web.tsx'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { daysLeft, PUBLICITY } from '../../publicity/clock.ts'
import { publicity } from '../../publicity/publicity.ts'
import { Objections } from '../../publicity/publicity.web.tsx'
import type { CaseRow } from './form.web.ts'
import { leftDays, words } from './words.ts'

const AT = 'yw-publicity/publicity'
const FIELDS = ['title', 'startDate', 'days', 'place']

interface PublicityPanelProps {
  row: CaseRow
  acting: boolean
  onChange(): Promise<unknown>
}
/** The publicity of a task: post it, watch its clock, take objections, complete or cancel it. Source: business-flows.md 5.1; screens.md C7. */
export function PublicityPanel({ row, acting, onChange }: PublicityPanelProps) {
  const { say, label } = useSay()
  const { can } = useSession()
  const ask = useAsk(),
    toast = useToast(),
    client = useQueryClient()
  const [form] = Form.useForm()
  const [busy, setBusy] = useState(false)
  const found = useQuery({
    queryKey: ['publicity', 'of-task', row.taskId],
    retry: false,
    staleTime: 0,
    queryFn: () => api.get<AnyRow | null>(`${AT}/detail-by-task`, { taskId: row.taskId }, { quiet: true }),
  })
  const renew = () => client.invalidateQueries({ queryKey: ['publicity'] })
  if (found.isLoading) return <Spin />
  if (found.error) return <Alert type="error" showIcon title={found.error.message} />
  const p = found.data
  const waiting = !p || p.status === PUBLICITY.todo || p.status === PUBLICITY.cancelled
  const mine = acting && can('publicity_edit')
  const save = async () => {
    try {
      const values = (await form.validateFields()) as Record<string, unknown>
      setBusy(true)
      await api.post(`${AT}/save`, { ...bodyOf(publicity, values, p?.status === PUBLICITY.todo ? p : undefined), taskId: row.taskId }, undefined, {
        quiet: true,
      })
      toast.done(words.saved)
      await renew()
    } catch (e) {
      if (e instanceof Error && !showFaults(form, publicity, e)) toast.failed(e)
    } finally {
      setBusy(false)
    }
  }
  const step = async (verb: 'complete' | 'revoke') => {
    if (!(await ask(verb === 'complete' ? words.completeAsk : words.cancelAsk, verb === 'revoke'))) return
    await api
      .post(`${AT}/${verb}`, {}, { id: p!.id })
      .then(() => {
        toast.done(verb === 'complete' ? words.completed : undefined)
      })
      .then(renew)
      .then(onChange, () => undefined)
  }
  const left = p?.endDate ? daysLeft(p.endDate, dayjs().format('YYYY-MM-DD')) : undefined
  const shown = [...FIELDS, 'endDate'] as const
  return (
    <Flex vertical gap="small">
      {waiting && mine ? (
        <Form
          key={`${p?.id}-${p?.rev}`}
          form={form}
          name="publicity"
          component={false}
          labelCol={{ flex: '9em' }}
          wrapperCol={{ flex: 1 }}
          initialValues={{
            title: `${row.businessName}公示`,
            startDate: dayjs().format('YYYY-MM-DD'),
            days: 15,
            ...Object.fromEntries(Object.entries(p ?? {}).filter(([, v]) => v !== null)),
          }}
        >
          <FormItems of={publicity} only={FIELDS} />
          <div>
            <Button type="primary" loading={busy} onClick={() => void save()}>
              {say(words.publish)}
            </Button>
          </div>
        </Form>
      ) : (
        p && (
          <Flex gap="large" align="start">
            <Descriptions
              size="small"
              bordered
              column={2}
              style={{ flex: 1 }}
              items={[
                { key: 'status', label: label(publicity.fields.status), children: <DictTag code="publicity_status" value={p.status} /> },
                { key: 'round', label: say(words.round), children: p.round },
                ...shown.map((n) => ({ key: n, label: label(publicity.fields[n as 'title']), children: p[n] })),
              ]}
            />
            {p.status === PUBLICITY.doing && <Statistic title={say(words.left)} value={left ?? 0} suffix={say(words.dayWord)} />}
          </Flex>
        )
      )}
      {p?.status === PUBLICITY.done && acting && <Alert type="success" showIcon title={say(words.doneThenPass)} />}
      {p?.status === PUBLICITY.doing && acting && (
        <Alert type="info" showIcon title={left ? say(leftDays(left)) : say(words.ripe)} description={say(words.proofHint)} />
      )}
      {mine && p && !waiting && p.status === PUBLICITY.doing && (
        <Flex gap="small">
          <Button type="primary" onClick={() => void step('complete')}>
            {say(words.complete)}
          </Button>
          <Button danger onClick={() => void step('revoke')}>
            {say(words.cancelRound)}
          </Button>
        </Flex>
      )}
      {p && !waiting && (
        <>
          <Divider titlePlacement="start">{say(words.objections)}</Divider>
          <Objections
            of={p}
            form={row.form}
            codes={row.codes}
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
