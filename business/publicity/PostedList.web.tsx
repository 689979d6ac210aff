import { useQuery } from '@tanstack/react-query'
import { Alert, Flex } from 'antd'
import { both } from '../../kit/model/lang.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { cbdkxx } from '../../land/definitions/cbht.ts'
import { dk } from '../../land/definitions/dk.ts'
import { CutMap } from '../../land/map/maps.web.tsx'
import { postingThin, type PostedHousehold, type PostedParcel } from './posted.ts'
import { PUBLICITY } from './clock.ts'
import type { Snapshot } from './publicity.ts'

/** Colours of households on the posted map, in turn. */
const COLORS = ['#1677ff', '#fa8c16', '#52c41a', '#722ed1', '#eb2f96', '#13c2c2'] as const
const MAP_HEIGHT = 320
const REMARK = both('变化情况', 'What changes')
const SIDES = [
  ['dkdz', both('东：', 'E: ')],
  ['dknz', both('南：', 'S: ')],
  ['dkxz', both('西：', 'W: ')],
  ['dkbz', both('北：', 'N: ')],
] as const

/** What is no longer as it was posted, as long as the case is under way. */
function Changed({ of: p }: { of: AnyRow }) {
  const { say } = useSay()
  const { data } = useQuery({
    queryKey: queryKeyOf('publicity', 'changed', p.id),
    retry: false,
    queryFn: () => api.get<{ changes: readonly string[] }>('yw-publicity/publicity/changed', { id: p.id }, { quiet: true }),
  })
  if (!data?.changes.length) return null
  return (
    <Alert
      type="warning"
      showIcon
      title={say(both('公示后数据有变化', 'Data changed after posting'))}
      description={
        <ul style={{ margin: 0, paddingLeft: 20 }}>
          {data.changes.map((c) => (
            <li key={c}>{c}</li>
          ))}
        </ul>
      }
    />
  )
}

function Household({ of: h, relation }: { of: PostedHousehold; relation(key: string): string }) {
  const { say, label } = useSay()
  const f = dk.fields
  return (
    <Flex vertical gap={4}>
      <span>
        <strong>{h.cbfmc}</strong> {h.cbfbm}{' '}
        <span style={{ opacity: 0.75 }}>{h.members.map((m) => `${m.cyxm}（${relation(m.yhzgx)} ${m.cyzjhm}）`).join('、')}</span>
      </span>
      {h.remark && (
        <span>
          {say(REMARK)}：{say(h.remark)}
        </span>
      )}
      {h.parcels.length === 0 && <span style={{ opacity: 0.75 }}>{say(both('无承包地块', 'No parcels'))}</span>}
      {h.parcels.length > 0 && (
        <Table<PostedParcel>
          size="small"
          rowKey="dkbm"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={[...h.parcels]}
          columns={[
            { key: 'dkmc', dataIndex: 'dkmc', title: label(f.dkmc), width: 100 },
            ...(h.parcels.some((p) => p.remark)
              ? [{ key: 'remark', title: say(REMARK), width: 130, render: (_v: unknown, p: PostedParcel) => p.remark && <strong>{say(p.remark)}</strong> }]
              : []),
            { key: 'htmjm', dataIndex: 'htmjm', title: label(cbdkxx.fields.htmjm), align: 'right', width: 96 },
            { key: 'scmjm', dataIndex: 'scmjm', title: label(f.scmjm), align: 'right', width: 96 },
            { key: 'dkbm', dataIndex: 'dkbm', title: label(f.dkbm), width: 180 },
            {
              key: 'sides',
              title: say(both('四至', 'Sides')),
              width: 240,
              render: (_v, p) => SIDES.flatMap(([n, of]) => (p[n] ? [`${say(of)}${p[n]}`] : [])).join('、'),
            },
          ]}
        />
      )}
    </Flex>
  )
}

/** What a round posted, as it stood when it began: its households with members, parcels and the map of them; and what changed since. */
export function PostedList({ of: p }: { of: AnyRow }) {
  const { say, lang } = useSay()
  const { label } = useDict('yhzgx')
  const { households = [] }: Partial<Snapshot> = p.snapshot ?? {}
  const thin = postingThin({ households })
  const drawn = households.flatMap((h, i) =>
    h.parcels.flatMap((x) => (x.geom ? [{ wkt: x.geom, label: x.dkmc || x.dkbm.slice(-5), color: COLORS[i % COLORS.length]! }] : [])),
  )
  return (
    <Flex vertical gap="small">
      {p.status !== PUBLICITY.cancelled && <Changed of={p} />}
      {thin.length > 0 && <small style={{ opacity: 0.75 }}>{thin.map(say).join('；')}</small>}
      {households.map((h) => (
        <Household key={h.cbfbm} of={h} relation={label} />
      ))}
      {drawn.length > 0 && <CutMap outlines={drawn.map((d) => d.wkt)} marks={drawn} lang={lang} height={MAP_HEIGHT} />}
    </Flex>
  )
}
