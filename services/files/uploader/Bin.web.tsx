import { DeleteOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex } from 'antd'
import { useState } from 'react'
import { both } from '../../../kit/model/lang.ts'
import { api } from '../../../kit/web/client.web.ts'
import { minuteText } from '../../../kit/web/clock.web.ts'
import { Dialog, useToast } from '../../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSession } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { BIN_DAYS } from '../bin.ts'

const words = {
  bin: both('回收站', 'Bin'),
  hint: both(`已删除的文件（含被替换的旧版本）保留${BIN_DAYS}天`, `Removed files, former versions too, are kept for ${BIN_DAYS} days`),
  name: both('文件名称', 'File name'),
  remover: both('删除人', 'Removed by'),
  time: both('删除时间', 'Removed'),
  restore: both('恢复', 'Put back'),
  restored: both('已恢复', 'Put back'),
}
interface Removed {
  id: string
  name: string
  remover: string
  removedTime: string
}
/** What was removed of the files of a business, to put back. `onChange`: the list beside it reads itself anew. */
export function Bin({ businessId, onChange }: { businessId: string; onChange?(): unknown }) {
  const { say } = useSay()
  const { can } = useSession()
  const toast = useToast()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const list = useQuery({
    queryKey: queryKeyOf('attach-bin', businessId),
    enabled: open,
    staleTime: 0,
    queryFn: () => api.get<Removed[]>('cpt-resource/attach-bin/list', { businessId }),
  })
  if (!can('attach_delete')) return null
  const restore = async (id: string) => {
    await api.post('cpt-resource/attach-bin/restore', { id })
    toast.done(words.restored)
    await Promise.all([list.refetch(), client.invalidateQueries({ queryKey: queryKeyOf('attach', businessId) })])
    onChange?.()
  }
  return (
    <>
      <Button type="text" size="small" icon={<DeleteOutlined />} onClick={() => setOpen(true)}>
        {say(words.bin)}
      </Button>
      {open && (
        <Dialog open shows title={say(words.bin)} width={640} onCancel={() => setOpen(false)}>
          <Flex vertical gap="small">
            <small>{say(words.hint)}</small>
            <Table<Removed>
              rowKey="id"
              size="small"
              pagination={false}
              loading={list.isLoading}
              dataSource={list.data ?? []}
              columns={[
                { key: 'name', title: say(words.name), dataIndex: 'name' },
                { key: 'remover', title: say(words.remover), dataIndex: 'remover', width: 110 },
                { key: 'time', title: say(words.time), width: 150, render: (_: unknown, r: Removed) => minuteText(r.removedTime) },
                {
                  key: 'act',
                  title: '',
                  width: 80,
                  render: (_: unknown, r: Removed) => (
                    <Button type="link" size="small" onClick={() => void restore(r.id).catch(() => undefined)}>
                      {say(words.restore)}
                    </Button>
                  ),
                },
              ]}
            />
          </Flex>
        </Dialog>
      )}
    </>
  )
}
