import { useQuery } from '@tanstack/react-query'
import { Alert, Divider, Flex, Form, Input, InputNumber, Radio, Tag, Typography, type TableColumnType } from 'antd'
import { useState } from 'react'
import { both as p, type Text } from '../../kit/model/lang.ts'
import type { Page } from '../../kit/model/page.ts'
import { permOf } from '../../kit/model/resource.ts'
import { ClearSelect } from '../../kit/web/clear.web.tsx'
import { useWrites, type AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Commands, type RowCommand, type Tools } from '../../kit/web/commands.web.tsx'
import { phrases } from '../../kit/web/phrases.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { SearchBox } from '../parts/SearchBox.web.tsx'
import { param } from '../definitions/system.ts'
import { FormDialog } from '../parts/FormDialog.web.tsx'
import { ResourcePage } from '../list/ResourcePage.web.tsx'
import { paramChoices, knownParam, meantBy, PARAM_GROUPS, paramFault, paramsWith, rangeOf, type KnownParam } from './params.ts'

const words = {
  known: p('系统使用的参数', 'Parameters of this product'),
  kept: p('已保存的参数', 'Stored parameters'),
  keptHint: p('未识别的参数不影响本系统，供其他系统使用。', 'This product ignores parameters that it does not know: they are for other systems.'),
  find: p('按名称、键名、说明查找', 'Find by name, key or meaning'),
  group: p('类别', 'Category'),
  name: p('参数', 'Parameter'),
  meaning: p('说明', 'Meaning'),
  range: p('可设置的值', 'Allowed values'),
  value: p('生效值', 'Value in force'),
  own: p('已设置', 'Set'),
  usual: p('默认', 'Default'),
  set: p('设置', 'Set'),
  back: p('恢复默认', 'Back to default'),
  recognised: p('识别', 'Recognised'),
  unknown: p('未识别', 'Unknown'),
  yesOrNo: p('是或否', 'Yes or no'),
  needed: p('请输入参数键值', 'Please enter the value'),
}
const anyWords = p('不超过255字', 'At most 255 characters')
const anyAddress = p('网址', 'An address')
/** What a parameter may be, in words. */
function mayBe(x: KnownParam): Text {
  if (x.kind === 'number') {
    const range = rangeOf(x)
    return x.unit ? p(`${range.zh}（${x.unit.zh}）`, `${range.en} (${x.unit.en})`) : range
  }
  if (x.kind === 'text') return x.isAddress ? anyAddress : anyWords
  if (x.kind === 'flag') return words.yesOrNo
  const all = paramChoices(x).map((c) => c.label)
  return p(all.map((l) => l.zh).join('、'), all.map((l) => l.en).join(', '))
}
const usualOf = (x: KnownParam): Text => p(`默认：${meantBy(x, undefined).zh}`, `Default: ${meantBy(x, undefined).en}`)

/** A known parameter as it stands: with the row that sets it, if there is one. */
interface Standing {
  /** its key */
  id: string
  x: KnownParam
  row: AnyRow | undefined
  /** rows of the same matter that it leads; none for those that follow */
  span: number
}

function SetDialog({ of: { x, row }, onClose }: { of: Standing; onClose(): void }) {
  const { say, label } = useSay()
  const { submit } = useWrites(param)
  const value = row?.paramValue as string | undefined
  const input =
    x.kind === 'number' ? (
      <InputNumber precision={0} style={{ width: 200 }} autoFocus />
    ) : x.kind === 'text' ? (
      <Input maxLength={255} autoFocus />
    ) : (
      <Radio.Group options={paramChoices(x).map((c) => ({ value: c.value, label: say(c.label) }))} />
    )
  return (
    <FormDialog
      title={x.name}
      initial={{ paramValue: x.kind === 'number' ? Number(value ?? x.usual) : (value ?? (x.kind === 'flag' ? '0' : undefined)) }}
      onSubmit={(v) =>
        submit({
          ...(row ? { id: row.id, rev: row.rev, remark: row.remark } : {}),
          paramName: row?.paramName ?? x.name.zh,
          paramKey: x.key,
          paramValue: String(v.paramValue),
        })
      }
      onClose={onClose}
    >
      <Typography.Paragraph>{say(x.meaning)}</Typography.Paragraph>
      <Form.Item
        name="paramValue"
        label={label(param.fields.paramValue)}
        extra={`${say(mayBe(x))} · ${say(usualOf(x))}`}
        required
        rules={[
          {
            validator: async (_rule, v: unknown) => {
              const fault = v === undefined || v === null || v === '' ? words.needed : paramFault(x.key, v)
              if (fault) throw new Error(say(fault))
            },
          },
        ]}
      >
        {input}
      </Form.Item>
    </FormDialog>
  )
}

/** What holds, and whether the tenant said so; a value from before that is none says so. */
function InForce({ of: { x, row } }: { of: Standing }) {
  const { say } = useSay()
  const isFaulty = row && paramFault(x.key, row.paramValue)
  return (
    <Flex gap="small" align="center" wrap>
      <span style={{ overflowWrap: 'anywhere' }}>{say(meantBy(x, row?.paramValue))}</span>
      {isFaulty ? (
        <Tag color="warning">{say(p(`设置值“${row.paramValue}”无效`, `“${row.paramValue}” is not valid`))}</Tag>
      ) : (
        <Tag color={row ? 'processing' : 'default'}>{say(row ? words.own : words.usual)}</Tag>
      )}
    </Flex>
  )
}

type Group = keyof typeof PARAM_GROUPS
interface ParamFilterProps {
  group: Group | undefined
  onGroup(group: Group | undefined): void
  search: string
  onSearch(search: string): void
}
function ParamFilter({ group, onGroup, search, onSearch }: ParamFilterProps) {
  const { say } = useSay()
  return (
    <Flex gap="small" style={{ marginBottom: 12 }} wrap>
      <ClearSelect
        style={{ width: 220 }}
        aria-label={say(words.group)}
        placeholder={say(words.group)}
        value={group}
        onChange={onGroup}
        options={Object.entries(PARAM_GROUPS).map(([value, label]) => ({ value: value as Group, label: say(label) }))}
      />
      <SearchBox style={{ width: 300 }} aria-label={say(words.find)} placeholder={say(words.find)} value={search} onChange={(e) => onSearch(e.target.value)} />
    </Flex>
  )
}
/** What a parameter is, may be and is now. */
function useKnownColumns(): TableColumnType<Standing>[] {
  const { say } = useSay()
  return [
    {
      key: 'group',
      title: say(words.group),
      width: 120,
      onCell: (s) => ({ rowSpan: s.span, style: { verticalAlign: 'top' } }),
      render: (_v, { x }) => say(PARAM_GROUPS[x.group]),
    },
    {
      key: 'name',
      title: say(words.name),
      width: 220,
      render: (_v, { x }) => (
        <>
          <div>{say(x.name)}</div>
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {x.key}
          </Typography.Text>
        </>
      ),
    },
    { key: 'meaning', title: say(words.meaning), render: (_v, { x }) => say(x.meaning) },
    {
      key: 'range',
      title: say(words.range),
      width: 200,
      render: (_v, { x }) => (
        <>
          <div>{say(mayBe(x))}</div>
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {say(usualOf(x))}
          </Typography.Text>
        </>
      ),
    },
    { key: 'value', title: say(words.value), width: 220, render: (_v, s) => <InForce of={s} /> },
  ]
}
/** The parameters that the product obeys, each with what holds, whether or not somebody has set it. */
function KnownParams() {
  const { say, lang } = useSay()
  const [search, setSearch] = useState('')
  const [group, setGroup] = useState<Group>()
  const [setting, setSetting] = useState<Standing>()
  const { remove, reload } = useWrites(param)
  const { data, error, isLoading } = useQuery({
    queryKey: queryKeyOf(param, 'page', 'known'),
    queryFn: () => api.get<Page<AnyRow>>(`${param.path}/list`, { current: 1, size: 500 }, { quiet: true }),
  })
  const columns = useKnownColumns()
  const found = paramsWith(search, lang).filter((x) => !group || x.group === group)
  const rows = found.map((x, i): Standing => ({
    id: x.key,
    x,
    row: data?.records.find((r) => r.paramKey === x.key),
    span: found[i - 1]?.group === x.group ? 0 : found.filter((o) => o.group === x.group).length,
  }))
  const standing = (row: AnyRow) => row as unknown as Standing
  const set: RowCommand = { key: 'set', label: words.set, run: (r) => setSetting(standing(r)) }
  const back: RowCommand = {
    key: 'back',
    label: words.back,
    perm: permOf(param, 'delete'),
    confirm: (r) => {
      const { x } = standing(r)
      const { zh, en } = meantBy(x, undefined)
      return p(`确定恢复默认？“${x.name.zh}”将变为：${zh}`, `Back to the default? “${x.name.en}” becomes: ${en}`)
    },
    run: (r) => remove([standing(r).row!.id]),
    done: phrases.done,
  }
  const tools: Tools = { open: () => {}, remove, reload }
  if (error) return <Alert type="error" showIcon title={say(phrases.loadFailed)} description={error.message} />
  return (
    <>
      <ParamFilter group={group} onGroup={setGroup} search={search} onSearch={setSearch} />
      <Table<Standing>
        size="small"
        bordered
        rowKey="id"
        loading={isLoading}
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: say(phrases.empty) }}
        scroll={{ x: 1080, y: 440 }}
        columns={[
          ...columns,
          {
            key: 'actions',
            title: say(phrases.actions),
            width: lang === 'zh' ? 140 : 180,
            fixed: 'end',
            render: (_v, s) => (
              <Commands
                of={data ? [{ ...set, perm: permOf(param, s.row ? 'edit' : 'add') }, ...(s.row ? [back] : [])] : []}
                on={s as unknown as AnyRow}
                tools={tools}
                size="small"
                type="link"
              />
            ),
          },
        ]}
      />
      {setting && <SetDialog of={setting} onClose={() => setSetting(undefined)} />}
    </>
  )
}

/** Parameters: those that the product obeys, and below all that are kept, with those of other systems. Source: platform.md 3. */
export default function ParamPage() {
  const { say } = useSay()
  return (
    <>
      <Divider titlePlacement="start" style={{ marginTop: 0 }}>
        {say(words.known)}
      </Divider>
      <KnownParams />
      <Divider titlePlacement="start">{say(words.kept)}</Divider>
      <Typography.Paragraph type="secondary">{say(words.keptHint)}</Typography.Paragraph>
      <ResourcePage
        verb="list"
        regionTree={false}
        of={param}
        columns={(all) => [
          ...all,
          {
            key: 'recognised',
            title: say(words.recognised),
            width: 180,
            render: (_v, row) => {
              const x = knownParam(row.paramKey)
              return x ? say(x.name) : <Tag>{say(words.unknown)}</Tag>
            },
          },
        ]}
      />
    </>
  )
}
