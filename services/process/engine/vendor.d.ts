/** Shapes of two libraries without usable types; only what this folder uses. */
declare module 'bpmn-auto-layout' {
  export function layoutProcess(xml: string): Promise<string>
}

declare module 'bpmn-moddle' {
  export type ModdleElement = { $type: string; id?: string; [key: string]: unknown }
  export class BpmnModdle {
    constructor(packages?: Record<string, unknown>)
    create(type: string, attributes?: Record<string, unknown>): ModdleElement
    fromXML(
      xml: string,
    ): Promise<{ rootElement: ModdleElement; elementsById: Record<string, ModdleElement>; references: unknown[]; warnings: { message: string }[] }>
    toXML(element: ModdleElement): Promise<{ xml: string }>
  }
}
