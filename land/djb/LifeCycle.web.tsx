import { useQuery } from '@tanstack/react-query'
import { Button, Spin, Tag } from 'antd'
import { api } from '../../kit/web/client.web.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { djb, type Djb } from '../definitions/cbht.ts'
import { layersOf, type Edge } from '../parts/layers.ts'
import { words } from '../cbht/words.ts'
import { LifeMap } from './LifeMap.web.tsx'
import { QSZT } from '../definitions/statuses.ts'

const W = 190,
  H = 76,
  GAP_X = 110,
  GAP_Y = 24

/** The versions that led to a book and that came from it, from left to right; a click opens one. */
export function LifeCycle({ id, onOpen }: { id: string; onOpen(id: string): void }) {
  const { say } = useSay()
  const kinds = useDict('djxl'),
    states = useDict('htqszt')
  const { data, error } = useQuery({
    queryKey: queryKeyOf('djb', 'life', id),
    retry: false,
    queryFn: () => api.get<{ nodes: Djb[]; edges: Edge[] }>('dzzw/djb/life-cycle', { id }, { quiet: true }),
  })
  if (error) return error.message
  if (!data) return <Spin />
  const layers = layersOf(
    data.nodes.map((n) => n.id),
    data.edges,
  )
  const used = new Map<number, number>()
  const places = new Map(
    data.nodes
      .toSorted((a, b) => String(a.djsj).localeCompare(String(b.djsj)))
      .map((n) => {
        const layer = layers.get(n.id) ?? 0,
          at = used.get(layer) ?? 0
        used.set(layer, at + 1)
        return [n.id, { x: layer * (W + GAP_X), y: at * (H + GAP_Y) }]
      }),
  )
  const width = Math.max(...[...places.values()].map((p) => p.x)) + W,
    height = Math.max(...[...places.values()].map((p) => p.y)) + H
  return (
    <div className="life">
      <div style={{ position: 'relative', width, height }}>
        <svg width={width} height={height} aria-hidden style={{ position: 'absolute', inset: 0 }}>
          <defs>
            <marker id="life-end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path d="M0 0 8 4 0 8z" fill="#8a929c" />
            </marker>
          </defs>
          {data.edges.map((e) => {
            const from = places.get(e.from),
              to = places.get(e.to)
            if (!from || !to) return null
            const [x1, y1, x2, y2] = [from.x + W, from.y + H / 2, to.x - 2, to.y + H / 2],
              mid = (x1 + x2) / 2
            return (
              <g key={`${e.from}-${e.to}`}>
                <path d={`M${x1} ${y1}C${mid} ${y1} ${mid} ${y2} ${x2} ${y2}`} fill="none" stroke="#8a929c" strokeWidth="1.5" markerEnd="url(#life-end)" />
                <text x={mid} y={(y1 + y2) / 2 - 6} textAnchor="middle" fontSize="12" fill="currentColor">
                  {e.djxl ? kinds.label(e.djxl) : ''}
                </text>
              </g>
            )
          })}
        </svg>
        {data.nodes.map((n) => (
          <button
            key={n.id}
            type="button"
            aria-current={n.id === id}
            style={{ left: places.get(n.id)!.x, top: places.get(n.id)!.y }}
            onClick={() => onOpen(n.id)}
          >
            <b>
              {n.cbfmc} <Tag color={n.qszt === QSZT.current ? 'success' : 'default'}>{states.label(n.qszt)}</Tag>
            </b>
            {say(words.version)}
            {n.version}
            {say(words.versionEnd)} · {n.djsj}
            <br />
            {kinds.label(n.djxl)} {n.htzmjm}
          </button>
        ))}
      </div>
      {data.nodes.length > 1 && <Steps of={data.nodes} own={id} onOpen={onOpen} />}
      {data.edges.length === 0 && <p>{say(words.noHistory)}</p>}
      <LifeMap key={id} of={data.nodes} own={id} />
    </div>
  )
}

/** The same versions one below the other, in the order in which they were registered. */
function Steps({ of, own, onOpen }: { of: readonly Djb[]; own: string; onOpen(id: string): void }) {
  const { say, label } = useSay()
  const [kinds, states] = [useDict('djxl'), useDict('htqszt')]
  const f = djb.fields
  return (
    <Table<Djb>
      size="small"
      rowKey="id"
      pagination={false}
      style={{ marginTop: 16 }}
      scroll={{ x: 900 }}
      dataSource={of.toSorted((a, b) => String(a.djsj).localeCompare(String(b.djsj)))}
      rowClassName={(r) => (r.id === own ? 'ant-table-row-selected' : '')}
      columns={[
        { key: 'djsj', title: label(f.djsj), dataIndex: 'djsj', width: 110 },
        { key: 'djxl', title: label(f.djxl), width: 110, render: (_v, r) => kinds.label(r.djxl) },
        {
          key: 'code',
          title: label(f.cbjyqzbm),
          width: 200,
          render: (_v, r) => (
            <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onOpen(r.id)}>
              {r.cbjyqzbm}
            </Button>
          ),
        },
        { key: 'version', title: say(words.versions), dataIndex: 'version', width: 80 },
        { key: 'cbfmc', title: label(f.cbfmc), dataIndex: 'cbfmc', width: 120 },
        { key: 'htzmjm', title: label(f.htzmjm), dataIndex: 'htzmjm', align: 'right', width: 130 },
        { key: 'qszt', title: label(f.qszt), width: 90, render: (_v, r) => states.label(r.qszt) },
      ]}
    />
  )
}
