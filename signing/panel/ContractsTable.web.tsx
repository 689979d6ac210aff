import { Flex, Tag, type TableColumnType } from 'antd'
import type { Text } from '../../kit/model/lang.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { DictTag } from '../../kit/web/inputs.web.tsx'
import { counted, phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import type { RowCommand } from '../../kit/web/commands.web.tsx'
import { SIGN } from '../../land/definitions/statuses.ts'
import { words } from '../../business/cases/web/words.ts'
import { words as signWords } from '../contract/words.ts'
import { ContractLinks } from './contract-commands.web.tsx'
import { isAwaited, isBegun, isElectronic, isOpenContract } from './contract-state.ts'
import { NodesDone, PhoneDue } from './SignNodes.web.tsx'

/** Contracts of a page; a case of an extension has hundreds, and the signers of each that is shown are asked for. */
export const PAGE = 10

const COLOURS: Readonly<Record<string, string>> = {
  [SIGN.signed]: 'success',
  [SIGN.toExamine]: 'blue',
  [SIGN.signing]: 'processing',
  [SIGN.unsigned]: 'processing',
  [SIGN.rejected]: 'error',
  [SIGN.refused]: 'error',
}
function SignTag({ value }: { value: unknown }) {
  const { label } = useDict('sign_status')
  return (
    <Tag color={COLOURS[String(value)] ?? 'default'} style={{ whiteSpace: 'normal' }}>
      {label(value)}
    </Tag>
  )
}

/** Columns of a contract. `phones`: somebody is awaited by phone, whose column is wider then; `nodes`: the reader may see who signs. */
function contractColumns(businessId: string, phones: boolean, nodes: boolean, say: (t: Text) => string): TableColumnType<AnyRow>[] {
  return [
    {
      key: 'cbhtbm',
      title: say({ zh: '合同编码', en: 'Contract code' }),
      width: phones ? 176 : 184,
      render: (_v, c) => <span style={{ whiteSpace: 'nowrap' }}>{c.cbhtbm}</span>,
    },
    { key: 'cbfmc', dataIndex: 'cbfmc', title: say({ zh: '承包方名称', en: 'Contractor' }), width: phones ? 90 : 100 },
    { key: 'signStatus', title: say({ zh: '签署状态', en: 'Status' }), width: 98, render: (_v, c) => <SignTag value={c.signStatus} /> },
    {
      key: 'nodes',
      title: say(words.nodes),
      width: phones ? 118 : 76,
      // who is awaited by phone may be called: a column of its own would stand behind the actions
      render: (_v, c) =>
        nodes &&
        isElectronic(c) &&
        isBegun(c) && (
          <Flex vertical>
            <NodesDone businessId={businessId} of={c} />
            {isAwaited(c) && <PhoneDue businessId={businessId} of={c} />}
          </Flex>
        ),
    },
    {
      key: 'signWay',
      title: say({ zh: '签署方式', en: 'Way of signing' }),
      width: phones ? 92 : 100,
      render: (_v, c) => (c.signWay ? <DictTag code="sign_way" value={c.signWay} /> : <span style={{ opacity: 0.65 }}>{say(words.noWay)}</span>),
    },
    {
      key: 'qdsj',
      title: say(words.signDay),
      // a day is not broken
      width: 132,
      // while it is signed, until when
      render: (_v, c) => (isOpenContract(c) && c.signDeadline ? say(signWords.until(String(c.signDeadline).slice(0, 16))) : c.qdsj),
    },
  ]
}

interface ContractsTableProps {
  businessId: string
  contracts: readonly AnyRow[]
  commands: readonly RowCommand[]
  busy: boolean
  /** the reader may see who signs */
  nodes: boolean
  page: number
  onPage(page: number): void
  /** ids of the ticked contracts; nothing where none may be ticked */
  picked: readonly string[] | undefined
  onPick(ids: readonly string[]): void
}
/** The contracts of a business with the state of their signing and what may be done with each. */
export function ContractsTable({ businessId, contracts, commands, busy, nodes, page, onPage, picked, onPick }: ContractsTableProps) {
  const { say } = useSay()
  const phones = nodes && contracts.some(isAwaited)
  const isPaged = contracts.length > PAGE
  return (
    <Table<AnyRow>
      size="small"
      rowKey="id"
      pagination={
        isPaged
          ? { current: page, pageSize: PAGE, total: contracts.length, showSizeChanger: false, showTotal: (n) => say(counted(n)), onChange: onPage }
          : false
      }
      dataSource={[...contracts]}
      scroll={{ x: phones ? 940 : 926 }}
      {...(picked
        ? {
            rowSelection: {
              selectedRowKeys: [...picked],
              onChange: (keys) => onPick(keys.map(String)),
              // of many pages: all of them at once
              selections: isPaged,
              getCheckboxProps: (c) => ({ 'aria-label': `${say(phrases.selectRow)} ${c.cbhtbm}` }),
            },
          }
        : {})}
      columns={[
        ...contractColumns(businessId, phones, nodes, say),
        {
          key: 'do',
          title: say(phrases.actions),
          width: 204,
          fixed: 'right',
          render: (_v, c) => <ContractLinks commands={commands} contract={c} busy={busy} />,
        },
      ]}
    />
  )
}
