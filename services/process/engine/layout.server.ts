/** Drawing a definition that has no diagram of its own. */
import { layoutProcess } from 'bpmn-auto-layout'
import { BpmnModdle } from 'bpmn-moddle'
import type { ModdleElement } from 'bpmn-moddle'
import { guardXml } from './guard.ts'

function elementsOf(value: unknown): ModdleElement[] {
  return Array.isArray(value) ? (value as ModdleElement[]) : []
}

/** Name each flow at both of its ends: editors may leave these children out, and then no edge would be drawn. */
function joinEnds(root: ModdleElement): void {
  const parts = elementsOf(root['rootElements']).flatMap((process) => elementsOf(process['flowElements']))
  const flows = parts.filter(({ $type }) => $type === 'bpmn:SequenceFlow')
  for (const part of parts) {
    if (flows.includes(part)) continue
    part['incoming'] = flows.filter((flow) => flow['targetRef'] === part)
    part['outgoing'] = flows.filter((flow) => flow['sourceRef'] === part)
  }
}

/**
 * Add a diagram (shapes and edges) to BPMN text, replacing the one it has, so that a viewer can draw it.
 * Throws EngineError 'bad-xml' for XML that is not on the allow-list.
 */
export async function layoutXml(xml: string): Promise<string> {
  guardXml(xml)
  const moddle = new BpmnModdle()
  const { rootElement } = await moddle.fromXML(xml)
  joinEnds(rootElement)
  return layoutProcess((await moddle.toXML(rootElement)).xml)
}
