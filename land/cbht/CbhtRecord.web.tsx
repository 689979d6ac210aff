import { Tabs } from 'antd'
import { useState } from 'react'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { today } from '../../kit/web/clock.web.ts'
import type { RecordProps } from '../../platform/list/props.web.ts'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { RecordHead, type Fact, type StateSign } from '../../platform/record/Head.web.tsx'
import { RecordActs, RecordPage } from '../../platform/record/RecordPage.web.tsx'
import { RecordPart, RecordValues } from '../../platform/record/Values.web.tsx'
import { sumTyped } from '../definitions/area.ts'
import { cbdkxx, cbht } from '../definitions/cbht.ts'
import { shareIn, type Share } from '../definitions/contract-area.ts'
import { QSZT, SIGN } from '../definitions/statuses.ts'
import { PaperView } from '../parts/PaperView.web.tsx'
import { termLeft } from '../parts/record-facts.ts'
import { recordPartWords as landWords } from '../parts/record-words.ts'
import { Timeline } from '../parts/Timeline.web.tsx'
import { useRightFacts } from './right-facts.web.tsx'
import { words } from './words.ts'

const PARTIES = ['fbfmc', 'fbfbm', 'cbfmc', 'cbfbm', 'cbfzjhm']
const AGREED = ['cbhtbm', 'version', 'qszt', 'htxlh', 'ycbhtbm', 'htlx', 'cbfs', 'cbqx', 'cbqxq', 'cbqxz', 'qdsj', 'signStatus', 'signWay']
const AREAS = ['htzmjm', 'htzmj', 'yhtzmjm', 'yhtzmj', 'cbdkzs']

/** A contract as a page: its parties, its parcels, its paper and its versions. Source: screens.md B4. */
export function CbhtRecord(open: RecordProps) {
  const [tab, setTab] = useState('overview')
  return <RecordPage {...open}>{(row, isWhole) => <Contract key={row.id} row={row} isWhole={isWhole} open={open} tab={tab} onTab={setTab} />}</RecordPage>
}

interface ContractProps {
  row: AnyRow
  isWhole: boolean
  open: RecordProps
  tab: string
  onTab(key: string): void
}
function Contract({ row, isWhole, open, tab, onTab }: ContractProps) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const parcels = (row.dkList ?? []) as AnyRow[]
  const share = { key: 'share', title: say(words.share), width: 100, align: 'right' as const, render: (_: unknown, r: AnyRow) => shareIn(r as Share) ?? '—' }
  const items = [
    {
      key: 'overview',
      label: say(landWords.overview),
      children: (
        <div className="record-column">
          <RecordPart title={say({ zh: '双方', en: 'Parties' })}>
            <RecordValues of={cbht} row={row} only={PARTIES} />
          </RecordPart>
          <RecordPart title={say(cbht.groups!.contract!)}>
            <RecordValues of={cbht} row={row} only={AGREED} />
          </RecordPart>
          <RecordPart title={say(cbht.groups!.area!)}>
            <RecordValues of={cbht} row={row} only={AREAS} />
          </RecordPart>
          <RecordPart title={say(words.parcels)}>
            <Table<AnyRow>
              size="small"
              rowKey="id"
              pagination={false}
              loading={!isWhole}
              dataSource={parcels}
              columns={[...columnsOf(cbdkxx, lang).map((c) => ({ ...c, sorter: false })), share]}
              scroll={{ x: 1100 }}
            />
          </RecordPart>
        </div>
      ),
    },
    ...(can('cbht_print')
      ? [
          {
            key: 'paper',
            label: say(words.contractPdf),
            children: <PaperView title={words.contractPdf} path="dzzw/preview-contractanddksyt-file" query={{ cbhtbm: String(row.cbhtbm) }} />,
          },
        ]
      : []),
    { key: 'history', label: say(landWords.history), children: <Timeline of={cbht} code="cbhtbm" value={String(row.cbhtbm)} /> },
  ]
  return (
    <>
      <ContractHead row={row} parcels={parcels} open={open} />
      <Tabs activeKey={items.some((x) => x.key === tab) ? tab : 'overview'} onChange={onTab} items={items} tabBarGutter={20} />
    </>
  )
}

function ContractHead({ row, parcels, open }: Pick<ContractProps, 'row' | 'open'> & { parcels: readonly AnyRow[] }) {
  const { say } = useSay()
  const state = useDict('htqszt')
  const signing = useDict('sign_status')
  const term = row.qszt === QSZT.current ? termLeft(row.cbqxz, today()) : undefined
  const signs: StateSign[] = [
    { key: 'qszt', text: state.label(row.qszt), tone: row.qszt === QSZT.current ? 'success' : 'default' },
    ...(row.version ? [{ key: 'version', text: say({ zh: `第 ${row.version} 版`, en: `Version ${row.version}` }) }] : []),
    ...(row.signStatus
      ? [{ key: 'signStatus', text: signing.label(row.signStatus), tone: row.signStatus === SIGN.signed ? ('success' as const) : ('default' as const) }]
      : []),
    ...(term ? [{ key: 'term', text: say(term.text), tone: term.tone }] : []),
  ]
  const facts: Fact[] = [
    ...useRightFacts(row, parcels.length > 0 ? sumTyped(parcels.map((d) => d.scmjm)) : undefined),
    { key: 'signed', label: say(landWords.signed), value: row.qdsj || undefined },
  ]
  return (
    <RecordHead
      title={row.cbfmc}
      code={row.cbhtbm}
      signs={signs}
      facts={facts}
      acts={<RecordActs of={open.commands} on={row} tools={open.tools} main={['print', 'upload', 'file', 'life']} />}
    />
  )
}
