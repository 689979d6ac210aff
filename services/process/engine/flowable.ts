/**
 * Readable attributes of user tasks, for every reader and writer of BPMN here: flowable:candidateGroups, and two of this product under the same prefix:
 * `sign` (all = countersign, any = or-sign) and `signers` (people of each role that countersigns). The engine runs such a task as one.
 */
export const flowable = {
  name: 'flowable',
  prefix: 'flowable',
  uri: 'http://flowable.org/bpmn',
  // without it a writer spells user tasks like the type, bpmn:UserTask
  xml: { tagAlias: 'lowerCase' },
  types: [
    { name: 'Groups', extends: ['bpmn:UserTask'], properties: ['candidateGroups', 'sign', 'signers'].map((name) => ({ name, type: 'String', isAttr: true })) },
  ],
}
