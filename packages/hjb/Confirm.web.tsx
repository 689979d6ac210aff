import { Alert, Form, Input } from 'antd'
import { both } from '../../kit/model/lang.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { roundDaysWrong } from '../../land/fbf/plan.ts'
import { isUsual, type IssuerRound } from '../package/rounds.ts'
import { confirmWords as words } from './words.ts'

/** What is confirmed with a package: its day, and the rounds of its issuers by their codes. */
export interface Confirmed {
  packageDay: string
  rounds: readonly IssuerRound[]
}
/** What stands at the beginning: as the package shows it, without the rounds that no law knows. */
export const proposed = (packageDay: unknown, rounds: unknown): Confirmed => ({
  packageDay: String(packageDay ?? ''),
  rounds: ((rounds ?? []) as readonly IssuerRound[]).filter(isUsual),
})

/** The day of the data and the round of each issuer, as they are proposed; the auditor changes the day and leaves rounds out. */
export function Confirm({ shown, value, onChange }: { shown: readonly IssuerRound[]; value: Confirmed; onChange(value: Confirmed): void }) {
  const { say } = useSay()
  const columns = [
    { key: 'fbfbm', title: say(words.issuer), render: (_v: unknown, r: IssuerRound) => `${r.fbfmc ?? ''} ${r.fbfbm}` },
    { key: 'roundNo', dataIndex: 'roundNo', title: say(words.round), width: 70 },
    { key: 'days', title: say(words.days), width: 220, render: (_v: unknown, r: IssuerRound) => say(words.fromTo(r.fromDay, r.toDay)) },
    { key: 'n', title: say(words.contracts), width: 150, render: (_v: unknown, r: IssuerRound) => `${r.contracts} / ${r.of}` },
    { key: 'wrong', title: say(words.note), render: (_v: unknown, r: IssuerRound) => roundDaysWrong(r).map((w) => say(w.msg)) },
  ]
  return (
    <>
      <Form.Item label={say(words.day)} htmlFor="hjb-day" extra={say(words.dayHint)}>
        <Input
          id="hjb-day"
          style={{ width: 160 }}
          value={value.packageDay}
          maxLength={10}
          placeholder="2016-12-31"
          onChange={(e) => onChange({ ...value, packageDay: e.target.value.trim() })}
        />
      </Form.Item>
      <Form.Item label={say(words.rounds)}>
        <Alert type="info" showIcon style={{ marginBottom: 8 }} title={say(words.roundsHint)} />
        <Table<IssuerRound>
          rowKey="fbfbm"
          size="small"
          columns={columns}
          dataSource={shown}
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
          locale={{ emptyText: say(both('没有可建议的承包轮次', 'No round to propose')) }}
          rowSelection={{
            selectedRowKeys: value.rounds.map((r) => r.fbfbm),
            getCheckboxProps: (r) => ({ disabled: !isUsual(r), 'aria-label': r.fbfbm }),
            onChange: (keys) => onChange({ ...value, rounds: shown.filter((r) => keys.includes(r.fbfbm)) }),
          }}
        />
      </Form.Item>
    </>
  )
}
