/** flowable:candidateGroups as a readable attribute of user tasks, for every reader and writer of BPMN here. */
export const flowable = {
  name: 'flowable',
  prefix: 'flowable',
  uri: 'http://flowable.org/bpmn',
  // without it a writer spells user tasks like the type, bpmn:UserTask
  xml: { tagAlias: 'lowerCase' },
  types: [{ name: 'Groups', extends: ['bpmn:UserTask'], properties: [{ name: 'candidateGroups', type: 'String', isAttr: true }] }],
}
