import { Alert, Button, Empty, Flex, InputNumber, List, Select, Spin, Switch, Typography } from 'antd'
import { useState } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import { download } from '../../kit/web/download.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { SEARCH_LIMITS, type DrawnShape } from './layers/search-shape.ts'
import type { MapSearch } from './search.web.ts'
import { SELECTION_FORMATS, type SelectionFormat } from './layers/selection.ts'
import './map.css'

const words = {
  hint: w('在打开的图层中查找', 'Searches the layers that are on'),
  area: w('画面', 'Draw an area'),
  line: w('画线', 'Draw a line'),
  point: w('点位置', 'Choose a place'),
  parcel: w('所选地块', 'The chosen parcel'),
  metres: w('缓冲距离', 'Around it'),
  metre: w('米', 'm'),
  relation: w('空间关系', 'Relation'),
  meets: w('相交', 'Meets'),
  within: w('完全在内', 'Lies within'),
  found: (n: number, mu: string) => w(`地块${n}块${mu && `，${mu}亩`}`, `${n} parcels${mu && `, ${mu} mu`}`),
  more: (n: number) => w(`每个图层列出前${n}个`, `The first ${n} of each layer are listed`),
  only: w('地图只显示查到的地块', 'Show only the parcels found'),
  format: w('文件格式', 'Format'),
  save: w('导出', 'Export'),
  clear: w('清除', 'Clear'),
}
/** How each kind of file is called. */
const FORMATS: Readonly<Record<SelectionFormat, string>> = { geojson: 'GeoJSON', kml: 'KML', shp: 'SHP', dxf: 'DXF', xlsx: 'XLSX' }

interface SearchPanelProps {
  search: MapSearch
  /** the parcel that is chosen on the map */
  picked: string | undefined
  /** what is being drawn for the search */
  drawing: DrawnShape['type'] | undefined
  onDraw(kind: DrawnShape['type'], then: (shape: DrawnShape) => void): void
  onPick(dkbm: string): void
}
function Results({ search, onPick }: Pick<SearchPanelProps, 'search' | 'onPick'>) {
  const { say } = useSay()
  const { can } = useSession()
  const [format, setFormat] = useState<SelectionFormat>('geojson')
  const { data, asked } = search
  if (!data) return null
  const some = data.layers.filter((l) => l.features.length > 0 || l.state === 'failed')
  const count = data.parcels?.count ?? 0
  return (
    <>
      {data.parcels && <Typography.Text strong>{say(words.found(count, data.parcels.mu))}</Typography.Text>}
      {count > 0 && search.isWhole && (
        <Flex gap="small" align="center">
          <Switch size="small" checked={search.isOnly} aria-label={say(words.only)} onChange={search.setOnly} />
          {say(words.only)}
        </Flex>
      )}
      {count > 0 && can('dk_export') && (
        <Flex gap="small">
          <Select
            aria-label={say(words.format)}
            value={format}
            onChange={setFormat}
            style={{ flex: 1 }}
            options={SELECTION_FORMATS.map((value) => ({ value, label: FORMATS[value] }))}
          />
          <Button onClick={() => void download('map/dk/selection', { ...asked!, format }).catch(() => {})}>{say(words.save)}</Button>
        </Flex>
      )}
      {some.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(phrases.empty)} />}
      {some.some((l) => l.features.length >= SEARCH_LIMITS.found) && <Typography.Text type="secondary">{say(words.more(SEARCH_LIMITS.found))}</Typography.Text>}
      {some.map((l) =>
        l.state === 'failed' ? (
          <Alert key={l.id} type="warning" title={`${l.name} ${l.message}`} />
        ) : (
          <List
            key={l.id}
            size="small"
            header={`${l.name} (${l.features.length})`}
            className="map-found"
            dataSource={l.features}
            renderItem={(f) =>
              f.dkbm ? (
                <List.Item style={{ cursor: 'pointer' }} onClick={() => onPick(f.dkbm)}>
                  <List.Item.Meta title={f.title} description={`${f.dkbm} ${f.values.find((v) => v.name === 'cbfmc')?.value ?? ''}`} />
                </List.Item>
              ) : (
                <List.Item>{f.title}</List.Item>
              )
            }
          />
        ),
      )}
    </>
  )
}
/** Finds what a drawn shape, or a parcel with what lies around it, meets in the layers that are on. Source: screens.md G1. */
export function SearchPanel({ search, picked, drawing, onDraw, onPick }: SearchPanelProps) {
  const { say } = useSay()
  const draw = (kind: DrawnShape['type'], label: keyof typeof words & ('area' | 'line' | 'point')) => (
    <Button size="small" type={drawing === kind ? 'primary' : 'default'} onClick={() => onDraw(kind, (shape) => search.search({ shape }))}>
      {say(words[label])}
    </Button>
  )
  return (
    <Flex vertical gap="small">
      <Typography.Text type="secondary">{say(words.hint)}</Typography.Text>
      <Flex gap="small" wrap>
        {draw('Polygon', 'area')}
        {draw('LineString', 'line')}
        {draw('Point', 'point')}
        <Button size="small" disabled={!picked} onClick={() => picked && search.search({ dkbm: picked })}>
          {say(words.parcel)}
        </Button>
      </Flex>
      <InputNumber
        className="map-wide"
        prefix={say(words.metres)}
        suffix={say(words.metre)}
        aria-label={say(words.metres)}
        min={0}
        max={SEARCH_LIMITS.metres}
        step={10}
        value={search.metres}
        onChange={(m) => search.setMetres(m ?? 0)}
      />
      <Select
        aria-label={say(words.relation)}
        value={search.relation}
        onChange={search.setRelation}
        options={(['meets', 'within'] as const).map((value) => ({ value, label: say(words[value]) }))}
      />
      {search.asked && (
        <Button size="small" onClick={() => search.search(undefined)}>
          {say(words.clear)}
        </Button>
      )}
      {search.isFetching && <Spin />}
      {search.error && <Alert type="error" title={search.error.message} />}
      <Results search={search} onPick={onPick} />
    </Flex>
  )
}
