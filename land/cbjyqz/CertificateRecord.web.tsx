import { Steps, Tabs } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../kit/model/field.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import type { RecordProps } from '../../platform/list/props.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { RecordHead, type Fact, type StateSign } from '../../platform/record/Head.web.tsx'
import { RecordActs, RecordPage } from '../../platform/record/RecordPage.web.tsx'
import { GroupedValues, RecordPart, RecordValues } from '../../platform/record/Values.web.tsx'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { Towards } from '../parts/links.web.tsx'
import { recordPartWords as landWords } from '../parts/record-words.ts'
import { CertificatePast } from './CertificateHistory.web.tsx'
import { BOOK_NAME, STAGES, stageOf } from './desk.ts'
import { words } from './words.ts'

const WAY = STAGES.filter((s) => s !== 'void')
/** What the desk does next with a certificate, in the order in which it does it. */
const NEXT = ['print', 'issue', 'collect', 'edit']
/** A certificate as a page: how far it is, what it says, every step that it and those before it went. Source: screens.md B5. */
export function CertificateRecord(open: RecordProps) {
  const [tab, setTab] = useState('overview')
  return <RecordPage {...open}>{(row) => <Certificate key={row.id} row={row} open={open} tab={tab} onTab={setTab} />}</RecordPage>
}

function Certificate({ row, open, tab, onTab }: { row: AnyRow; open: RecordProps; tab: string; onTab(key: string): void }) {
  const { say } = useSay()
  const { label } = useDict('cert_stage')
  const stage = stageOf(row)
  const isVoid = stage === 'void'
  const steps = [...WAY.map((s) => ({ title: label(s) })), ...(isVoid ? [{ title: label('void') }] : [])]
  const signs: StateSign[] = [
    { key: 'stage', text: label(stage), tone: isVoid ? 'error' : stage === 'collected' ? 'success' : 'processing' },
    ...(row.sfbdcfz === '1' ? [{ key: 'bdc', text: say({ zh: '不动产发证', en: 'Issued by the real-estate registry' }), tone: 'default' as const }] : []),
  ]
  const facts: Fact[] = [
    {
      key: 'holder',
      label: say(landWords.holder),
      value: (
        <Towards to="cbf" search={{ cbfbm: String(row.cbjyqzbm).slice(0, 18) }}>
          {row.cbfmc}
        </Towards>
      ),
    },
    ...(row.bookName ? [{ key: 'bookName', label: say(labelOf(BOOK_NAME)), value: `${row.bookName}（${say(words.renamedHint)}）` }] : []),
    { key: 'serial', label: say(words.serial), value: row.cbjyqzlsh || undefined },
    { key: 'fzjg', label: say({ zh: '发证机关', en: 'Issuing authority' }), value: row.fzjg || undefined },
    { key: 'fzrq', label: say({ zh: '发证日期', en: 'Issued on' }), value: row.fzrq || undefined },
    { key: 'qzlqrq', label: say({ zh: '领取日期', en: 'Collected on' }), value: row.qzlqrq || undefined },
  ]
  const items = [
    {
      key: 'overview',
      label: say(landWords.overview),
      children: (
        <div className="record-column">
          <RecordPart title={label(stage)}>
            <Steps size="small" current={isVoid ? steps.length - 1 : STAGES.indexOf(stage)} status={isVoid ? 'error' : 'process'} items={steps} />
          </RecordPart>
          <GroupedValues of={cbjyqz} row={row} />
          {row.bdcqzh && (
            <RecordPart title={say({ zh: '不动产登记', en: 'Real-estate registry' })}>
              <RecordValues of={cbjyqz} row={row} only={['bdcqzh']} />
            </RecordPart>
          )}
        </div>
      ),
    },
    { key: 'past', label: say(words.history), children: <CertificatePast code={String(row.cbjyqzbm)} /> },
  ]
  return (
    <>
      <RecordHead
        title={row.cbfmc || row.cbjyqzbm}
        code={row.cbjyqzbm}
        signs={signs}
        facts={facts}
        acts={<RecordActs of={open.commands.filter((c) => c.key !== 'history')} on={row} tools={open.tools} main={NEXT} prints={['paper', 'pages']} />}
      />
      <Tabs activeKey={tab} onChange={onTab} items={items} tabBarGutter={20} />
    </>
  )
}
