import { Alert, Button, Card, Flex, Input, InputNumber, Select, Switch, Typography, Upload } from 'antd'
import { useState, type RefObject } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import { download, saveBlob } from '../../kit/web/download.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { SCALES, SHEET_PAPERS } from './sheets/sheet.ts'
import { layersText, pointsCsv, readPoints, viewText, type LinkedLayer, type MapView, type NamedPoint } from './layers/view-link.ts'
import type { MapShape } from './web/drawing.web.ts'
import './map.css'

const words = {
  print: w('按比例尺打印', 'Print to scale'),
  paper: w('纸张', 'Paper'),
  upright: w('纵向', 'Upright'),
  scale: w('比例尺 1:', 'Scale 1:'),
  title: w('标题', 'Title'),
  note: w('备注', 'Note'),
  make: w('生成PDF', 'Make the PDF'),
  atlas: w('生成图册', 'Make an atlas'),
  atlasHint: w('图册按此比例尺分幅，覆盖所选的村或组', 'An atlas has sheets of this scale over the chosen village or group'),
  file: w('打开文件（KML、GeoJSON）', 'Open a file (KML, GeoJSON)'),
  choose: w('选择文件', 'Choose a file'),
  unread: w('文件不能读取：应为经纬度坐标的KML或GeoJSON，要素不超过5000个', 'The file cannot be read: KML or GeoJSON in degrees with 5000 features at most'),
  link: w('链接到当前视图', 'Link to this view'),
  copy: w('复制链接', 'Copy the link'),
  copied: w('已复制', 'Copied'),
  points: w('坐标点', 'Points'),
  hint: w('每行：点名,X,Y（米）或 点名,经度,纬度', 'A line: name, X, Y (m) or name, longitude, latitude'),
  show: w('显示', 'Show'),
  save: w('导出CSV', 'Save as CSV'),
  clear: w('清除', 'Clear'),
  wrong: (lines: string) => w(`第${lines}行不是坐标`, `No coordinates in line ${lines}`),
  head: w('点名,经度,纬度,X坐标,Y坐标', 'Name,Longitude,Latitude,X (north),Y (east)'),
}
interface MapToolsProps {
  /** where the map stands */
  view: RefObject<MapView | undefined>
  layers: readonly LinkedLayer[]
  theme: string | undefined
  asOf: string | undefined
  zone: number | undefined
  points: readonly NamedPoint[]
  onPoints(points: readonly NamedPoint[]): void
  regionCode: string
  /** what of a file stands on the map */
  hasFile: boolean
  onFile(shapes: readonly MapShape[]): void
}
/** Digits of a village: an atlas is of one or of a group of it. */
const VILLAGE = 12
function PrintTool({ view, layers, theme, asOf, regionCode }: Pick<MapToolsProps, 'view' | 'layers' | 'theme' | 'asOf' | 'regionCode'>) {
  const { say } = useSay()
  const [paper, setPaper] = useState<keyof typeof SHEET_PAPERS>('A4')
  const [upright, setUpright] = useState(false)
  const [scale, setScale] = useState<number | null>(2000)
  const [title, setTitle] = useState('')
  const [note, setNote] = useState('')
  // what is on is printed: its layers in their order, and the theme of the parcels
  const form = () => ({ paper, upright: upright ? 1 : 0, title, note, layers: layersText(layers), ...(theme ? { theme } : {}), ...(asOf ? { asOf } : {}) })
  const print = () => {
    const at = view.current
    if (!at || !scale) return
    // what is refused is told by the client
    void download('map/dk/sheet', { x: at.x, y: at.y, ...form(), scale }).catch(() => {})
  }
  const atlas = () => {
    if (scale) void download('map/dk/atlas', { regionCode, ...form(), scale }).catch(() => {})
  }
  return (
    <Card size="small" title={say(words.print)}>
      <Flex vertical gap="small">
        <Flex gap="small" align="center">
          <Select
            aria-label={say(words.paper)}
            value={paper}
            onChange={setPaper}
            options={Object.keys(SHEET_PAPERS).map((value) => ({ value: value as keyof typeof SHEET_PAPERS, label: value }))}
          />
          <Switch size="small" checked={upright} aria-label={say(words.upright)} onChange={setUpright} />
          {say(words.upright)}
        </Flex>
        <InputNumber
          className="map-wide"
          prefix={say(words.scale)}
          aria-label={say(words.scale)}
          min={SCALES.least}
          max={SCALES.most}
          step={500}
          precision={0}
          value={scale}
          onChange={setScale}
        />
        <Input aria-label={say(words.title)} placeholder={say(words.title)} maxLength={60} value={title} onChange={(e) => setTitle(e.target.value)} />
        <Input aria-label={say(words.note)} placeholder={say(words.note)} maxLength={200} value={note} onChange={(e) => setNote(e.target.value)} />
        <Flex gap="small" wrap>
          <Button type="primary" disabled={!scale} onClick={print}>
            {say(words.make)}
          </Button>
          <Button disabled={!scale || regionCode.length < VILLAGE} onClick={atlas}>
            {say(words.atlas)}
          </Button>
        </Flex>
        <Typography.Text type="secondary">{say(words.atlasHint)}</Typography.Text>
      </Flex>
    </Card>
  )
}
function FileTool({ hasFile, onFile }: Pick<MapToolsProps, 'hasFile' | 'onFile'>) {
  const { say } = useSay()
  const [isUnread, setUnread] = useState(false)
  const open = async (file: File) => {
    const { readMapFile } = await import('./web/map-file.web.ts')
    const shapes = readMapFile(file.name, await file.text())
    setUnread(!shapes)
    if (shapes) onFile(shapes)
  }
  return (
    <Card size="small" title={say(words.file)}>
      <Flex vertical gap="small">
        <Flex gap="small">
          <Upload accept=".kml,.geojson,.json" showUploadList={false} beforeUpload={(file) => (void open(file), false)}>
            <Button>{say(words.choose)}</Button>
          </Upload>
          <Button disabled={!hasFile} onClick={() => onFile([])}>
            {say(words.clear)}
          </Button>
        </Flex>
        {isUnread && <Alert type="warning" title={say(words.unread)} />}
      </Flex>
    </Card>
  )
}
/** Prints the map to scale or as an atlas, gives a link that opens the same view, and shows points and files that a person brings. Source: screens.md G1. */
export function MapTools({ view, layers, theme, asOf, zone, points, onPoints, regionCode, hasFile, onFile }: MapToolsProps) {
  const { say } = useSay()
  const [isCopied, setCopied] = useState(false)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<number[]>([])
  const link = () => {
    const url = new URL(location.href)
    if (view.current) url.searchParams.set('view', viewText(view.current))
    url.searchParams.set('layers', layersText(layers))
    return url.href
  }
  const show = () => {
    const read = readPoints(typed, zone)
    setWrong(read.wrong)
    onPoints(read.points)
  }
  const save = () => saveBlob(new Blob([pointsCsv(points, say(words.head).split(','))], { type: 'text/csv' }), 'points.csv')
  return (
    <Flex vertical gap="small">
      <PrintTool view={view} layers={layers} theme={theme} asOf={asOf} regionCode={regionCode} />
      <FileTool hasFile={hasFile} onFile={onFile} />
      <Card size="small" title={say(words.link)}>
        <Button onClick={() => void navigator.clipboard?.writeText(link()).then(() => setCopied(true))}>{say(isCopied ? words.copied : words.copy)}</Button>
      </Card>
      <Card size="small" title={say(words.points)}>
        <Flex vertical gap="small">
          <Input.TextArea rows={4} aria-label={say(words.points)} placeholder={say(words.hint)} value={typed} onChange={(e) => setTyped(e.target.value)} />
          {wrong.length > 0 && <Alert type="warning" title={say(words.wrong(wrong.slice(0, 10).join('、')))} />}
          <Flex gap="small" wrap>
            <Button disabled={!typed.trim()} onClick={show}>
              {say(words.show)}
            </Button>
            <Button disabled={points.length === 0} onClick={save}>
              {say(words.save)}
            </Button>
            <Button disabled={points.length === 0} onClick={() => onPoints([])}>
              {say(words.clear)}
            </Button>
          </Flex>
        </Flex>
      </Card>
    </Flex>
  )
}
