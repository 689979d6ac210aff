// What an increment says otherwise than the register, cell by cell; an accepted one is written whole or of chosen households.
import { useQuery } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import type { Page } from '../../kit/model/page.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { SearchBox } from '../../platform/parts/SearchBox.web.tsx'
import { hjb, hjb_cell } from '../package/hjb.ts'
import { packageMay } from './flow.ts'
import { cellWords as words } from './words.ts'

const SIZE = 50
const SHOWN = ['cbfbm', 'layer', 'object', 'field', 'was', 'becomes'] as const

/** The changed cells of an increment. Rows are chosen by household. */
export function ChangedCells({ id, status }: { id: string; status: unknown }) {
  const { say, label } = useSay()
  const { can } = useSession()
  const { busy, run } = useOneCall()
  const [current, setCurrent] = useState(1)
  const [cbfbm, setCbfbm] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { data, isFetching } = useQuery({
    queryKey: queryKeyOf(hjb_cell, id, cbfbm, current),
    queryFn: () => api.get<Page<AnyRow>>('hjb/hjbcell/page', { infoId: id, current, size: SIZE, ...(cbfbm ? { cbfbm } : {}) }, { quiet: true }),
  })
  const records = data?.records ?? []
  if (!data?.total && !cbfbm) return null
  const write = () => run(() => api.post('hjb/hjbinfo/transfer', { id, cbfbms: chosen }), { done: phrases.done, touches: [queryKeyOf(hjb)] })
  const isWritable = packageMay('write', status) && can('hjb_transfer')
  return (
    <Flex vertical gap="small">
      <Flex gap="small" align="center">
        <b>{say(words.title)}</b>
        <SearchBox
          style={{ width: 240 }}
          placeholder={say(words.household)}
          aria-label={say(words.household)}
          onSearch={(v) => (setCbfbm(v.trim()), setCurrent(1))}
        />
        {isWritable && (
          <Button disabled={chosen.length === 0} loading={busy} onClick={() => void write()}>
            {say(words.write(chosen.length))}
          </Button>
        )}
      </Flex>
      <Table<AnyRow>
        rowKey="id"
        size="small"
        scroll={{ x: 'max-content', y: 300 }}
        columns={SHOWN.map((n) => ({ title: label(hjb_cell.fields[n]), dataIndex: n, key: n, width: hjb_cell.fields[n].width }))}
        dataSource={records}
        loading={isFetching}
        {...(isWritable
          ? {
              rowSelection: {
                selectedRowKeys: records.filter((r) => chosen.includes(String(r.cbfbm))).map((r) => String(r.id)),
                onSelect: (r: AnyRow, on: boolean) => setChosen(on ? [...new Set([...chosen, String(r.cbfbm)])] : chosen.filter((c) => c !== String(r.cbfbm))),
                getCheckboxProps: (r: AnyRow) => ({ disabled: String(r.cbfbm ?? '').length !== 18 }),
                hideSelectAll: true,
              },
            }
          : {})}
        pagination={{ current, pageSize: SIZE, total: data?.total ?? 0, showSizeChanger: false, onChange: setCurrent }}
      />
    </Flex>
  )
}
