import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import { useQuery } from '@tanstack/react-query'
import { Alert, Flex, Spin, Tag } from 'antd'
import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer'
import { useEffect, useRef, useState } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { api } from '../../kit/web/client.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useDict, useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { ENGLISH } from './web/names.ts'

interface NodeState {
  activityId: string
  status: 'finished' | 'active' | 'error'
}
interface ModelView {
  xml: string
  nodes: NodeState[]
  status?: string
}
/** The part of the diagram's canvas that is used here. */
interface Canvas {
  zoom(to: 'fit-viewport' | number, center: 'auto'): number
  addMarker(id: string, marker: string): void
}

/** Stroke and fill of a node by its state; dark text stays readable on each fill. */
const COLOURS: Readonly<Record<NodeState['status'], readonly [stroke: string, fill: string]>> = {
  finished: ['#389e0d', '#d9f7be'],
  active: ['#1677ff', '#bae0ff'],
  error: ['#cf1322', '#ffccc7'],
}
const LEGEND: readonly (readonly [NodeState['status'], Text])[] = [
  ['finished', { zh: '已完成', en: 'Finished' }],
  ['active', { zh: '办理中', en: 'Active' }],
  ['error', { zh: '异常', en: 'Error' }],
]
/** Part of the window that the diagram fills, so that nothing touches its edge. */
const MARGIN = 0.97
const css = Object.entries(COLOURS)
  .map(
    ([s, [stroke, fill]]) =>
      `.flow-view .node-${s}:not(.djs-connection) .djs-visual > :nth-child(1) { stroke: ${stroke} !important; fill: ${fill} !important; }`,
  )
  .join('\n')

/** The diagram with task names by `task` (key to words), and the fixed names in English. */
function inEnglish(xml: string, task: (key: string) => string): string {
  return xml.replace(/id="(\w+)" name="([^"]*)"/g, (all, id: string, name: string) => {
    const key = id.replace(/^(after|need|back)_/, ''),
      words = task(key)
    if (words === key) return ENGLISH[name] ? `id="${id}" name="${ENGLISH[name]}"` : all
    return `id="${id}" name="${words}${id.startsWith('after_') ? ': result' : id.startsWith('need_') ? '?' : ''}"`
  })
}

/** The diagram without the words beside the ways back and their gateways: the layout puts them on top of lines, and the arrows say it. */
const withoutWaysBack = (xml: string): string =>
  xml.replace(/(<bpmn:(?:sequenceFlow id="(?:\w+_return|back_\w+)|exclusiveGateway id="(?:after_\w+|back))") name="[^"]*"/g, '$1')

/** A process with its nodes coloured by state: of an instance, or a bare definition. The mark of bpmn.io stays visible. Source: platform.md 2. */
export default function FlowViewer({ processInstanceId, processDefinitionId }: { processInstanceId?: string | null; processDefinitionId?: string }) {
  const { say, lang } = useSay()
  const { label, loading } = useDict(lang === 'en' ? 'task_key' : '')
  const box = useRef<HTMLDivElement>(null)
  const [fault, setFault] = useState<string>()
  const query = processInstanceId ? { processInstanceId } : { processDefinitionId }
  const { data, error, isLoading } = useQuery({
    queryKey: queryKeyOf('process', 'view', query),
    retry: false,
    gcTime: 0,
    queryFn: () => api.get<ModelView>('cpt-flow/process/model-view', query, { quiet: true }),
  })
  const ready = data !== undefined && !(lang === 'en' && loading)
  useEffect(() => {
    if (!ready || !box.current) return
    const viewer = new NavigatedViewer({ container: box.current })
    let gone = false
    const show = async () => {
      const xml = withoutWaysBack(data.xml)
      await viewer.importXML(lang === 'en' ? inEnglish(xml, label) : xml)
      if (gone) return
      const canvas = viewer.get('canvas') as Canvas
      canvas.zoom(canvas.zoom('fit-viewport', 'auto') * MARGIN, 'auto')
      for (const n of data.nodes) canvas.addMarker(n.activityId, `node-${n.status}`)
    }
    show().catch((e: unknown) => {
      if (!gone) setFault(e instanceof Error ? e.message : String(e))
    })
    return () => {
      gone = true
      viewer.destroy()
    }
  }, [ready, data, lang])
  if (error || fault) return <Alert type="error" showIcon title={say(phrases.loadFailed)} description={fault ?? error?.message} />
  return (
    <Flex vertical gap="small">
      <style>{css}</style>
      {/* a bare definition has no states to explain */}
      {(data?.nodes.length ?? 0) > 0 && (
        <Flex gap="small" role="list">
          {LEGEND.map(([s, text]) => (
            <Tag key={s} role="listitem" variant="outlined" style={{ color: '#1f1f1f', background: COLOURS[s][1], borderColor: COLOURS[s][0] }}>
              {say(text)}
            </Tag>
          ))}
        </Flex>
      )}
      {isLoading && <Spin />}
      <div
        ref={box}
        className="flow-view"
        role="img"
        aria-label={say({ zh: '流程图', en: 'Flow diagram' })}
        style={{ position: 'relative', height: 340, background: '#fff', borderRadius: 6, border: '1px solid #d9d9d9' }}
      />
    </Flex>
  )
}
