import { ReloadOutlined } from '@ant-design/icons'
import { Button, Flex, Popover, Progress, Select, Space, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import { labelOf } from '../../../kit/model/field.ts'
import { ClearSelect } from '../../../kit/web/clear.web.tsx'
import { minuteText } from '../../../kit/web/clock.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { Commands, type RowCommand, type Tools } from '../../../kit/web/commands.web.tsx'
import { Dialog, useToast } from '../../../kit/web/dialogs.web.tsx'
import { download } from '../../../kit/web/download.web.ts'
import { RegionPicker } from '../../../kit/web/RegionTree.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { counted } from '../../../kit/web/phrases.ts'
import { export_record, isOpen, EXPORT_STATUS, STATUS_WORDS } from './exports.ts'
import { SIZE, useRecords, useTypes, type RecordType } from './records.web.ts'
import { words } from './words.ts'

const COLOURS = ['default', 'processing', 'success', 'error'] as const
const is = (row: AnyRow, status: number) => Number(row.status) === status

const commands: readonly RowCommand[] = [
  {
    key: 'again',
    label: words.again,
    when: (r) => is(r, EXPORT_STATUS.failed),
    confirm: words.confirmAgain,
    done: words.started,
    run: (r, t) => api.post('exportRecord/reexport', undefined, { id: r.id }).then(t.reload),
  },
  {
    key: 'download',
    label: words.download,
    when: (r) => is(r, EXPORT_STATUS.finished),
    run: (r) => download('exportRecord/download', { fileId: r.fileId }, r.fileName),
  },
  {
    key: 'cancel',
    label: words.cancel,
    danger: true,
    when: (r) => isOpen({ status: r.status }),
    confirm: words.confirmCancel,
    run: (r, t) => api.post('exportRecord/cancel', undefined, { id: r.id }).then(t.reload),
  },
]

/** Why an export failed, on demand. */
function Reason({ of }: { of: AnyRow }) {
  const { say } = useSay()
  return (
    <Popover trigger="click" title={say(words.reason)} content={<div style={{ maxWidth: 360 }}>{of.failReason}</div>}>
      <Button type="link" size="small">
        {say(words.reason)}
      </Button>
    </Popover>
  )
}

/** A type and a region: an export that begins on no list. */
function Start({ types, onDone }: { types: readonly RecordType[]; onDone(): unknown }) {
  const { say } = useSay()
  const toast = useToast()
  const [type, setType] = useState<string>()
  const [regionCode, setRegion] = useState<string>()
  const [as, setAs] = useState<'sheet' | 'form'>('sheet')
  const { busy, run } = useOneCall()
  const orForm = types.some((x) => x.type === type && x.orForm)
  const start = async () => {
    if (!type) return toast.warn(words.chooseType)
    await run(
      async () => {
        await api.get('widget/export', { type, ...(orForm ? { as } : {}), ...(regionCode ? { regionCode } : {}) })
        onDone()
      },
      { done: words.started },
    )
  }
  const choices = types.filter((x) => x.mayStart).map((x) => ({ value: x.type, label: x.typeName }))
  if (choices.length === 0) return null
  return (
    <Space.Compact>
      <Select
        style={{ width: 220 }}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={say(words.chooseType)}
        aria-label={`${say(words.start)} ${say(words.type)}`}
        options={choices}
        {...(type ? { value: type } : {})}
        onChange={setType}
      />
      {orForm && (
        <Select
          style={{ width: 120 }}
          aria-label={say(words.as)}
          value={as}
          onChange={setAs}
          options={[
            { value: 'sheet', label: say(words.asSheet) },
            { value: 'form', label: say(words.asForm) },
          ]}
        />
      )}
      <div style={{ width: 240 }}>
        <RegionPicker
          placeholder={say(words.region)}
          aria-label={`${say(words.start)} ${say(words.region)}`}
          {...(regionCode ? { value: regionCode } : {})}
          onChange={(v: unknown) => setRegion(v ? String(v) : undefined)}
        />
      </div>
      <Button type="primary" loading={busy} onClick={() => void start()}>
        {say(words.start)}
      </Button>
    </Space.Compact>
  )
}

/** 导出记录: the own exports, with progress, download, repetition and the reason of a failure. Source: platform.md 2 (Export-records dialog). */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const { say, lang } = useSay()
  const types = useTypes()
  const [search, setSearch] = useState<{ current: number; type?: string | undefined; status?: string | undefined }>({ current: 1 })
  const list = useRecords(search)
  const tools: Tools = { open: () => {}, remove: async () => {}, reload: list.reload }
  const head = (n: keyof typeof export_record.fields) => ({ title: labelOf(export_record.fields[n])[lang], width: export_record.fields[n].width })
  return (
    <Dialog open title={say(words.title)} width={1080} onCancel={onClose} footer={<Button onClick={onClose}>{say(words.close)}</Button>}>
      <Flex justify="space-between" wrap gap="small" style={{ marginBottom: 12 }}>
        <Space wrap>
          <ClearSelect
            style={{ width: 200 }}
            placeholder={say(words.type)}
            aria-label={say(words.type)}
            options={types.map((x) => ({ value: x.type, label: x.typeName }))}
            onChange={(type?: string) => setSearch({ ...search, type, current: 1 })}
          />
          <ClearSelect
            style={{ width: 120 }}
            placeholder={say(words.status)}
            aria-label={say(words.status)}
            options={STATUS_WORDS.map((w, i) => ({ value: String(i), label: say(w) }))}
            onChange={(status?: string) => setSearch({ ...search, status, current: 1 })}
          />
          <Tooltip title={say(words.refresh)}>
            <Button shape="circle" icon={<ReloadOutlined />} aria-label={say(words.refresh)} onClick={() => void list.reload()} />
          </Tooltip>
        </Space>
        <Start types={types} onDone={list.reload} />
      </Flex>
      <Table<AnyRow>
        size="small"
        rowKey="id"
        loading={list.isLoading}
        dataSource={list.data?.records ?? []}
        scroll={{ x: 960, y: '50vh' }}
        locale={{ emptyText: say(words.none) }}
        pagination={{
          current: search.current,
          pageSize: SIZE,
          total: list.data?.total ?? 0,
          showSizeChanger: false,
          showTotal: (n) => say(counted(n)),
          onChange: (current) => setSearch({ ...search, current }),
        }}
        columns={[
          { ...head('fileName'), dataIndex: 'fileName', ellipsis: true },
          { ...head('type'), dataIndex: 'typeName', ellipsis: true },
          {
            ...head('progress'),
            dataIndex: 'progress',
            render: (v: unknown, r) => (
              <Progress
                size="small"
                percent={Number(v)}
                aria-label={`${head('progress').title} ${r.fileName}`}
                {...(is(r, EXPORT_STATUS.failed) ? { status: 'exception' as const } : {})}
              />
            ),
          },
          {
            ...head('status'),
            dataIndex: 'status',
            render: (v: unknown) => <Tag color={COLOURS[Number(v)] ?? 'default'}>{STATUS_WORDS[Number(v)] ? say(STATUS_WORDS[Number(v)]!) : String(v)}</Tag>,
          },
          { ...head('createTime'), dataIndex: 'createTime', render: minuteText },
          {
            title: say(words.actions),
            key: 'actions',
            width: 170,
            render: (_v, r) => (
              <>
                <Commands of={commands} on={r} tools={tools} size="small" type="link" />
                {is(r, EXPORT_STATUS.failed) && r.failReason && <Reason of={r} />}
              </>
            ),
          },
        ]}
      />
    </Dialog>
  )
}
