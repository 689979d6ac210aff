import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { both as p } from '../../../../kit/model/lang.ts'
import { api } from '../../../../kit/web/client.web.ts'
import { phrases } from '../../../../kit/web/phrases.ts'
import { Table } from '../../../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../../kit/web/keys.web.ts'
import { stepsOf, typeCodes, type TypeCode } from '../../../../services/process/engine/definitions.ts'
import { leastDays } from '../../definitions/materials.ts'
import { LEGAL_DAYS, PROMISED_DAYS, type KnownProcess } from '../../rules/usual.ts'
import { FlowDialog } from '../FlowDialog.web.tsx'
import { words as caseWords } from '../words.ts'

const words = {
  usual: p(
    `没有启用配置的区划和业务类型按默认规则办理：使用内置流程，公示天数见下表，承诺${PROMISED_DAYS}个工作日办结，受理与初审由不同的人办理。`,
    `Regions and types without an enabled configuration use the defaults: the built-in process, days of publicity as listed, ${PROMISED_DAYS} working days promised, acceptance and check by two people.`,
  ),
  show: p('查看默认规则', 'Show the defaults'),
  hide: p('收起默认规则', 'Hide the defaults'),
  type: p('业务类型', 'Type'),
  steps: p('内置流程的环节', 'Tasks of the built-in process'),
  days: p('公示天数', 'Days of publicity'),
  ifNeeded: p('（需要时）', ' (where needed)'),
  notPosted: p('不公示', 'Not posted'),
}
const daysOf = (type: TypeCode) => {
  const step = stepsOf(type).find((s) => s.key === 'publicity')
  if (!step) return words.notPosted
  const least = leastDays(type)
  const days = least === LEGAL_DAYS ? p(String(least), String(least)) : p(`至少${least}`, `At least ${least}`)
  return step.variable ? p(`${days.zh}${words.ifNeeded.zh}`, `${days.en}${words.ifNeeded.en}`) : days
}

/** What applies where nothing is configured, in a line; and by type, for who wants to see it. */
export function UsualRules() {
  const { say } = useSay()
  const type = useDict('business_type'),
    task = useDict('task_key')
  const [open, setOpen] = useState(false)
  const [flow, setFlow] = useState<TypeCode>()
  const { data = [] } = useQuery({
    queryKey: queryKeyOf('process_config', 'definitions'),
    queryFn: () => api.get<KnownProcess[]>('yw-accept/process-config/list-process', {}, { quiet: true }),
    enabled: open,
  })
  const processOf = (t: TypeCode) => data.find((d) => d.typeCode === t && d.isBuiltIn)?.id
  const shown = flow && processOf(flow)
  return (
    <div style={{ marginBottom: 12 }}>
      <Alert
        type="info"
        showIcon
        title={say(words.usual)}
        action={
          <Button size="small" type="link" aria-expanded={open} onClick={() => setOpen(!open)}>
            {say(open ? words.hide : words.show)}
          </Button>
        }
      />
      {open && (
        <Table<{ type: TypeCode }>
          size="small"
          rowKey="type"
          dataSource={typeCodes.map((t) => ({ type: t }))}
          pagination={false}
          scroll={{ x: 900, y: 320 }}
          columns={[
            { key: 'type', title: say(words.type), width: 200, render: (_v, r) => type.label(r.type) },
            {
              key: 'steps',
              title: say(words.steps),
              render: (_v, r) =>
                stepsOf(r.type)
                  .map((s) => `${task.label(s.key)}${s.variable ? say(words.ifNeeded) : ''}`)
                  .join(' → '),
            },
            { key: 'days', title: say(words.days), width: 170, render: (_v, r) => say(daysOf(r.type)) },
            {
              key: 'actions',
              title: say(phrases.actions),
              width: 110,
              render: (_v, r) => (
                <Button size="small" type="link" disabled={!processOf(r.type)} onClick={() => setFlow(r.type)}>
                  {say(caseWords.flow)}
                </Button>
              ),
            },
          ]}
        />
      )}
      {shown && <FlowDialog processDefinitionId={shown} title={type.label(flow)} onClose={() => setFlow(undefined)} />}
    </div>
  )
}
