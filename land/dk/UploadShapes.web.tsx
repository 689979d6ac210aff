// A shapefile of parcels beside the register: each change in figures and on the map; what is free land is given codes and stored when somebody chooses it.
import { UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Flex, Tag, Typography, Upload } from 'antd'
import { useState } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { Dialog, Foot, useToast } from '../../kit/web/dialogs.web.tsx'
import { Table } from '../../kit/web/Table.web.tsx'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { dk } from '../definitions/dk.ts'
import { CutMap } from '../map/maps.web.tsx'
import { FbfPicker } from '../parts/FbfPicker.web.tsx'
import { columnsOfZip, pairsText, type ColumnPairs } from './shape-columns.ts'
import { rememberedPairs, rememberPairs, ShapeColumns } from './ShapeColumns.web.tsx'
import type { Changed, UploadedShape } from './upload.ts'
import { words } from './words.ts'

type Row = Omit<Changed, 'issues' | 'hints'> & { issues: string[]; hints: string[]; store: boolean }
const KINDS: Readonly<Record<UploadedShape, { label: (typeof words)['cut']; color: string }>> = {
  new: { label: words.newShape, color: 'green' },
  cut: { label: words.cut, color: 'orange' },
  merge: { label: words.merge, color: 'purple' },
  modify: { label: words.modify, color: 'blue' },
  attribute: { label: words.attribute, color: 'cyan' },
  same: { label: words.same, color: 'default' },
  lost: { label: words.gone, color: 'default' },
}
const [WAS, IS] = ['#8c8c8c', '#1677ff'] as const
const QUIET = { quiet: true } as const
const keyOf = (r: Row) => `${r.no} ${r.dkbm}`

interface UploadShapesProps {
  /** region and issuer that the list is narrowed to */
  regionCode: string
  issuer: string
  onClose(): void
}
/** Uploads a shapefile of parcels, shows what it would change, and stores what is chosen. */
export function UploadShapes({ regionCode, issuer, onClose }: UploadShapesProps) {
  const { say, lang } = useSay()
  const toast = useToast()
  const client = useQueryClient()
  const [fbfbm, setFbfbm] = useState<string | undefined>(issuer.length === 14 ? issuer : undefined)
  const [rows, setRows] = useState<Row[]>()
  const [chosen, setChosen] = useState<React.Key[]>([])
  const [shown, setShown] = useState<string>()
  const { busy, run } = useOneCall()
  const [refused, setRefused] = useState<string>()
  const doing = async (work: () => Promise<void>) => {
    setRefused(undefined)
    await run(() => work(), { refused: (e) => (setRefused((e as Error).message), true) })
  }
  const read = (file: File, columns: string) =>
    doing(async () => {
      const place: Record<string, string> = fbfbm ? { fbfbm } : regionCode ? { regionCode } : {}
      const found = await api.upload<Row[]>('dzzw/upload-shp', { ...place, ...(columns ? { columns } : {}), file }, undefined, QUIET)
      setRows(found)
      setChosen(found.filter((r) => r.store).map(keyOf))
      setShown(undefined)
    })
  const { asking, again, choose, paired, pairs } = useColumns(read)
  const store = () =>
    doing(async () => {
      const parcels = rows!.filter((r) => chosen.includes(keyOf(r)))
      const named = parcels.map(({ no, change, dkbm, ydkbm, geom, said }) => ({ no, change, dkbm: dkbm || (change === 'cut' ? ydkbm[0] : ''), geom, said }))
      const made = await api.post<{ no: number; dkbm: string }[]>(
        'dzzw/re-assign',
        { ...(fbfbm ? { fbfbm } : { regionCode }), parcels: named },
        undefined,
        QUIET,
      )
      toast.done({ zh: `${words.assigned.zh}：${made.length}`, en: `${words.assigned.en}: ${made.length}` })
      void client.invalidateQueries({ queryKey: queryKeyOf(dk) })
      onClose()
    })
  const row = rows?.find((r) => keyOf(r) === shown) ?? rows?.[0]
  const outlines = row ? [...row.was, ...(row.geom ? [row.geom] : [])] : []
  const marks = outlines.map((_, i) => ({ label: '', color: i < (row?.was.length ?? 0) ? WAS : IS }))
  return (
    <Dialog open title={say(words.upload)} width={1180} onCancel={onClose}>
      <Flex vertical gap="small">
        <Flex gap="small" align="center" wrap>
          <span>{say(words.uploadIssuer)}</span>
          <div style={{ width: 380 }}>
            <FbfPicker value={fbfbm ?? ''} onChange={setFbfbm} />
          </div>
          <Upload
            showUploadList={false}
            accept=".zip"
            beforeUpload={(f) => {
              void choose(f)
              return false
            }}
          >
            <Button type={rows ? 'default' : 'primary'} icon={<UploadOutlined />} loading={busy && !rows}>
              {say(words.uploadFile)}
            </Button>
          </Upload>
          {again && <Button onClick={again}>{say(words.columns)}</Button>}
        </Flex>
        <Typography.Text type="secondary">{say(words.uploadHow)}</Typography.Text>
        {refused && <Alert type="error" showIcon title={refused} />}
        {asking && <ShapeColumns key={asking.names.join()} names={asking.names} pairs={pairs} onDone={(p) => void paired(p)} />}
        {!rows && !asking && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.uploadFile)} />}
        {rows && <ShapeTable rows={rows} row={row} chosen={chosen} onChoose={setChosen} onShow={setShown} />}
        {outlines.length > 0 && <CutMap key={keyOf(row!)} outlines={outlines} marks={marks} lang={lang} height={260} />}
        {outlines.length > 0 && (
          <Flex gap="middle">
            {row!.was.length > 0 && <Colour of={WAS} name={say(words.was)} />}
            {row!.geom && <Colour of={IS} name={say(words.is)} />}
          </Flex>
        )}
        {rows && (
          <Foot onCancel={onClose}>
            <Button type="primary" disabled={chosen.length === 0} loading={busy} onClick={() => void store()}>
              {say(words.assign)}
            </Button>
          </Foot>
        )}
      </Flex>
    </Dialog>
  )
}
interface ChosenFile {
  file: File
  names: string[]
}
/** A file on its way: its columns are paired before it is read, where it names no parcels and nobody paired files of these columns yet. */
function useColumns(read: (file: File, columns: string) => Promise<void>) {
  const { user } = useSession()
  const userId = user?.user_id ?? ''
  const [asking, setAsking] = useState<ChosenFile>()
  const [sent, setSent] = useState<ChosenFile>()
  const send = async ({ file, names }: ChosenFile, pairs: ColumnPairs) => {
    setAsking(undefined)
    setSent({ file, names })
    await read(file, pairsText(pairs))
  }
  const choose = async (file: File) => {
    const names = await columnsOfZip(new Uint8Array(await file.arrayBuffer())).catch(() => [])
    const known = rememberedPairs(userId, names)
    if (names.length > 0 && !known && !names.some((n) => n.toUpperCase() === 'DKBM')) setAsking({ file, names })
    else await send({ file, names }, known ?? {})
  }
  const paired = async (pairs: ColumnPairs) => {
    rememberPairs(userId, asking!.names, pairs)
    await send(asking!, pairs)
  }
  return {
    asking,
    choose,
    paired,
    pairs: (asking && rememberedPairs(userId, asking.names)) ?? {},
    /** opens the pairs of the file that was read */
    again: sent && sent.names.length > 0 ? () => setAsking(sent) : undefined,
  }
}

interface ShapeTableProps {
  rows: readonly Row[]
  /** the one that the map shows */
  row: Row | undefined
  chosen: React.Key[]
  onChoose(keys: React.Key[]): void
  onShow(key: string): void
}
/** What the file would change, shape by shape. */
function ShapeTable({ rows, row, chosen, onChoose, onShow }: ShapeTableProps) {
  const { say, label } = useSay()
  return (
    <Table<Row>
      size="small"
      rowKey={keyOf}
      pagination={false}
      scroll={{ x: 1270, y: 220 }}
      dataSource={[...rows]}
      rowSelection={{ selectedRowKeys: chosen, onChange: onChoose, getCheckboxProps: (r) => ({ disabled: !r.store }) }}
      onRow={(r) => ({ onClick: () => onShow(keyOf(r)), style: { cursor: 'pointer', fontWeight: r === row ? 600 : 400 } })}
      columns={[
        { key: 'no', title: say(words.record), width: 85, align: 'right', render: (_v, r) => r.no || '—' },
        { key: 'change', title: say(words.change), width: 110, render: (_v, r) => <Tag color={KINDS[r.change].color}>{say(KINDS[r.change].label)}</Tag> },
        { key: 'dkbm', title: say(words.parcel), width: 195, render: (_v, r) => r.dkbm || '—' },
        { key: 'old', title: say(words.before), width: 80, align: 'right', render: (_v, r) => r.oldScmjm ?? '—' },
        { key: 'new', title: say(words.after), width: 80, align: 'right', render: (_v, r) => r.newScmjm ?? '—' },
        { key: 'diff', title: say(words.differs), width: 105, align: 'right', render: (_v, r) => r.diffM2 ?? '—' },
        { key: 'issues', title: say(words.issues), width: 300, render: (_v, r) => [...r.issues, ...r.hints].join('；') || '—' },
        { key: 'cbfmc', title: label(dk.fields.cbfmc), width: 90, render: (_v, r) => r.cbfmc ?? '—' },
        { key: 'ydkbm', title: say(words.fromParcel), width: 200, render: (_v, r) => r.ydkbm.join('、') || '—' },
      ]}
    />
  )
}
const Colour = ({ of, name }: { of: string; name: string }) => (
  <span>
    <span style={{ display: 'inline-block', width: 14, height: 10, border: `2px solid ${of}`, marginInlineEnd: 6 }} />
    {name}
  </span>
)
