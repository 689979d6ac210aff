/** The drawing library cut down to what the engine runs: no other element can be drawn, and each speaks the reader's language. */
import Modeler from 'bpmn-js/lib/Modeler'
import type { Lang } from '../../../kit/model/lang.ts'
import { flowable } from '../engine/flowable.ts'
import { DRAWING } from './words.ts'

/** The parts of the library that are used here; its own types are looser. */
export interface ModelerShape {
  id: string
  type: string
  parent?: ModelerShape
  source?: ModelerShape
  target?: ModelerShape
  incoming: ModelerShape[]
  outgoing: ModelerShape[]
  businessObject: { id: string; name?: string; default?: { id: string }; conditionExpression?: { body?: string }; get(name: string): unknown }
}
export interface ModelerParts {
  canvas: { zoom(to: 'fit-viewport' | number, center?: 'auto'): number; scroll(by: { dx: number; dy: number }): void }
  eventBus: { on(event: string, run: (e: { newSelection?: ModelerShape[]; element?: ModelerShape }) => void): void }
  modeling: { updateProperties(shape: ModelerShape, properties: Record<string, unknown>): void }
  elementRegistry: { get(id: string): ModelerShape | undefined }
  moddle: { create(type: string, o: Record<string, unknown>): unknown }
  commandStack: { undo(): void; redo(): void; canUndo(): boolean; canRedo(): boolean }
}
type Service = Record<string, (...args: unknown[]) => unknown>
type Translate = (text: string, o?: Record<string, string>) => string

const translator =
  (lang: Lang): Translate =>
  (text, o = {}) =>
    ((lang === 'zh' && DRAWING[text]) || text).replace(/{([^}]+)}/g, (all, name: string) => o[name] ?? all)

/** A service of the library made by a function, given others by name. */
const made = <A extends readonly unknown[]>(needs: readonly string[], make: (...args: A) => unknown) => ['factory', Object.assign(make, { $inject: needs })]

const SHAPES = [
  ['start-event', 'bpmn:StartEvent', 'event', 'bpmn-icon-start-event-none', 'Create start event'],
  ['end-event', 'bpmn:EndEvent', 'event', 'bpmn-icon-end-event-none', 'Create end event'],
  ['user-task', 'bpmn:UserTask', 'activity', 'bpmn-icon-user-task', 'Create user task'],
  ['exclusive-gateway', 'bpmn:ExclusiveGateway', 'gateway', 'bpmn-icon-gateway-xor', 'Create exclusive gateway'],
  ['parallel-gateway', 'bpmn:ParallelGateway', 'gateway', 'bpmn-icon-gateway-parallel', 'Create parallel gateway'],
] as const
const TOOLS = [
  ['hand', 'handTool', 'activateHand', 'bpmn-icon-hand-tool', 'Activate hand tool'],
  ['lasso', 'lassoTool', 'activateSelection', 'bpmn-icon-lasso-tool', 'Activate lasso tool'],
  ['space', 'spaceTool', 'activateSelection', 'bpmn-icon-space-tool', 'Activate create/remove space tool'],
  ['connect', 'globalConnect', 'start', 'bpmn-icon-connection-multi', 'Activate global connect tool'],
] as const

const paletteProvider = made(
  ['palette', 'create', 'elementFactory', 'translate', ...TOOLS.map((t) => t[1])],
  (palette: Service, create: Service, factory: Service, translate: Translate, ...tools: Service[]) => {
    const entries = () => ({
      ...Object.fromEntries(
        TOOLS.map(([key, , verb, className, title], i) => [
          `tool.${key}`,
          { group: 'tools', className, title: translate(title), action: { click: (e: unknown) => tools[i]![verb]!(e) } },
        ]),
      ),
      'tool.separator': { group: 'tools', separator: true },
      ...Object.fromEntries(
        SHAPES.map(([key, type, group, className, title]) => {
          const begin = (e: unknown) => create.start!(e, factory.createShape!({ type }))
          return [`create.${key}`, { group, className, title: translate(title), action: { dragstart: begin, click: begin } }]
        }),
      ),
    })
    const provider = { getPaletteEntries: entries }
    palette.registerProvider!(provider)
    return provider
  },
)

const APPEND = [
  ['user-task', 'bpmn:UserTask', 'bpmn-icon-user-task', 'Append task'],
  ['gateway', 'bpmn:ExclusiveGateway', 'bpmn-icon-gateway-xor', 'Append gateway'],
  ['end-event', 'bpmn:EndEvent', 'bpmn-icon-end-event-none', 'Append end event'],
] as const
const contextPadProvider = made(
  ['contextPad', 'modeling', 'elementFactory', 'connect', 'create', 'autoPlace', 'translate'],
  (pad: Service, modeling: Service, factory: Service, connect: Service, create: Service, autoPlace: Service, translate: Translate) => {
    const remove = { group: 'edit', className: 'bpmn-icon-trash', title: translate('Delete') }
    const deleteAll = (shapes: ModelerShape[]) => ({ delete: { ...remove, action: { click: () => modeling.removeElements!([...shapes]) } } })
    const provider = {
      getMultiElementContextPadEntries: deleteAll,
      getContextPadEntries: (shape: ModelerShape) => {
        if (shape.type === 'label' || shape.type === 'bpmn:SequenceFlow' || shape.type === 'bpmn:EndEvent') return deleteAll([shape])
        const append = APPEND.map(([key, type, className, title]) => {
          const at = (e: unknown) => create.start!(e, factory.createShape!({ type }), { source: shape })
          const place = () => autoPlace.append!(shape, factory.createShape!({ type }))
          return [`append.${key}`, { group: 'model', className, title: translate(title), action: { dragstart: at, click: place } }]
        })
        const begin = (e: unknown) => connect.start!(e, shape)
        return {
          ...Object.fromEntries(append),
          connect: {
            group: 'connect',
            className: 'bpmn-icon-connection-multi',
            title: translate('Connect to other element'),
            action: { click: begin, dragstart: begin },
          },
          ...deleteAll([shape]),
        }
      },
    }
    pad.registerProvider!(provider)
    return provider
  },
)

/** A modeler in `container`, with palette and pads of ours. */
export function openModeler(container: HTMLElement, lang: Lang): Modeler {
  const ours = { __init__: ['paletteProvider', 'contextPadProvider'], paletteProvider, contextPadProvider, translate: ['value', translator(lang)] }
  return new Modeler({ container, additionalModules: [ours], moddleExtensions: { flowable } })
}
/** A part of the library by its name. */
export const partOf = <N extends keyof ModelerParts>(modeler: Modeler, name: N): ModelerParts[N] => modeler.get(name) as ModelerParts[N]
