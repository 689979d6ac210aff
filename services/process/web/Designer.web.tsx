import 'bpmn-js/dist/assets/diagram-js.css'
import 'bpmn-js/dist/assets/bpmn-js.css'
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-embedded.css'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Flex, Space, Spin, Tag, Typography } from 'antd'
import type Modeler from 'bpmn-js/lib/Modeler'
import { useEffect, useRef, useState } from 'react'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { useAsk } from '../../../kit/web/ask.web.ts'
import { useOneCall } from '../../../kit/web/one-call.web.ts'
import { useSession, useUnsaved } from '../../../kit/web/session.web.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { stepsOf, type TypeCode } from '../engine/definitions.ts'
import { usePathParts } from './leave-call.web.ts'
import { openModeler, partOf } from './modeler.web.ts'
import { Properties } from './Properties.web.tsx'
import { words } from './words.ts'
import { LoadFailed } from '../../../platform/parts/LoadFailed.web.tsx'

/** Draws a model: elements of the engine only, their names, performers and conditions; saves, and deploys. Source: screens.md A24. */
export default function Designer() {
  const [id = ''] = usePathParts(1)
  const model = useQuery({
    queryKey: queryKeyOf('flow_model', 'detail', id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => api.get<AnyRow>('cpt-flow/model/detail', { id }, { quiet: true }),
  })
  if (model.error) return <LoadFailed error={model.error} />
  return model.data ? <Drawing key={id} of={model.data} onSaved={() => model.refetch()} /> : <Spin />
}

/** Half of what the palette covers at the left of the canvas, in pixels. */
const PALETTE = 40
/** The whole drawing beside the palette. */
function fit(modeler: Modeler): void {
  const canvas = partOf(modeler, 'canvas')
  canvas.zoom(canvas.zoom('fit-viewport', 'auto') * 0.88, 'auto')
  canvas.scroll({ dx: PALETTE, dy: 0 })
}

function Drawing({ of: model, onSaved }: { of: AnyRow; onSaved(): Promise<{ data?: AnyRow }> }) {
  const { say, lang } = useSay()
  const { can } = useSession()
  const ask = useAsk()
  const box = useRef<HTMLDivElement>(null)
  const [modeler, setModeler] = useState<Modeler>()
  const [fault, setFault] = useState<string>(),
    [dirty, setDirty] = useState(false),
    [steps, setSteps] = useState({ undo: false, redo: false })
  // the page's tab may be hidden and shown again, which begins the drawing anew
  const kept = useRef<string>(undefined)
  const { busy, run } = useOneCall()
  useUnsaved(dirty)
  const candidates = useQuery({
    queryKey: queryKeyOf('flow_model', 'candidates', lang),
    queryFn: () => api.get<{ key: string; name: string }[]>('cpt-flow/model/candidates', {}, { quiet: true }),
  })
  useEffect(() => {
    if (!box.current) return
    const m = openModeler(box.current, lang)
    let gone = false
    m.importXML(kept.current ?? String(model.xml)).then(
      () => {
        if (gone) return
        fit(m)
        partOf(m, 'eventBus').on('commandStack.changed', () => {
          const stack = partOf(m, 'commandStack')
          setDirty(true)
          void m.saveXML({ format: true }).then(({ xml }) => void (kept.current = xml))
          setSteps({ undo: stack.canUndo(), redo: stack.canRedo() })
        })
        setModeler(m)
      },
      (e: unknown) => setFault(e instanceof Error ? e.message : String(e)),
    )
    return () => {
      gone = true
      setModeler(undefined)
      m.destroy()
    }
    // the drawing is the person's own from here on: a newer row only brings its rev
  }, [model.id, lang])
  const save = async (deploy: boolean) => {
    if (!modeler || (deploy && !(await ask(words.deployAsk)))) return
    setFault(undefined)
    const send = async () => {
      const { xml } = await modeler.saveXML({ format: true })
      const { modelKey, name, category, description, rev, typeCode } = model
      await api.post('cpt-flow/model/submit', { id: model.id, rev, modelKey, name, category, description, xml, ...(typeCode ? { typeCode } : {}) }, undefined, {
        quiet: true,
      })
      setDirty(false)
      await onSaved()
      if (deploy) {
        await api.post('cpt-flow/model/deploy', { modelId: model.id }, undefined, { quiet: true })
        await onSaved()
      }
    }
    await run(send, {
      done: deploy ? words.deployed : words.saved,
      touches: [queryKeyOf('flow_model', 'page'), queryKeyOf('flow_deployment')],
      refused(e) {
        setFault(e instanceof Error ? e.message : String(e))
        return true
      },
    })
  }
  const stack = () => partOf(modeler!, 'commandStack')
  return (
    <Flex vertical gap="small" style={{ height: '100%', minHeight: 560 }}>
      <Flex justify="space-between" align="center" wrap gap="small">
        <Space>
          <Typography.Text strong>{String(model.name)}</Typography.Text>
          <Typography.Text type="secondary">{String(model.modelKey)}</Typography.Text>
          <Tag>{model.version ? `v${String(model.version)}` : say(words.notDeployed)}</Tag>
        </Space>
        <Space>
          <Button disabled={!steps.undo} onClick={() => stack().undo()}>
            {say(words.undo)}
          </Button>
          <Button disabled={!steps.redo} onClick={() => stack().redo()}>
            {say(words.redo)}
          </Button>
          <Button disabled={!modeler} onClick={() => fit(modeler!)}>
            {say(words.fit)}
          </Button>
          <Button loading={busy} disabled={!modeler} onClick={() => void save(false)}>
            {say(words.save)}
          </Button>
          {can('flow_model_deploy') && (
            <Button type="primary" loading={busy} disabled={!modeler} onClick={() => void save(true)}>
              {say(words.saveDeploy)}
            </Button>
          )}
        </Space>
      </Flex>
      {fault && <Alert type="error" showIcon title={fault} closable={{ onClose: () => setFault(undefined) }} />}
      <Flex gap="small" style={{ flex: 1, minHeight: 0 }}>
        <section
          ref={box}
          className="flow-draw"
          aria-label={say(words.diagram)}
          style={{ flex: 1, minWidth: 0, position: 'relative', background: '#fff', border: '1px solid #d9d9d9', borderRadius: 6 }}
        />
        <section aria-label={say(words.properties)} style={{ flex: '0 0 280px', overflow: 'auto', padding: '4px 12px' }}>
          {modeler && (
            <Properties
              modeler={modeler}
              candidates={candidates.data ?? []}
              tasks={model.typeCode ? stepsOf(model.typeCode as TypeCode).map((t) => t.key) : undefined}
            />
          )}
        </section>
      </Flex>
    </Flex>
  )
}
