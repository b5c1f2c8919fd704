/** The operations that the example uses. Add the ids of yours, or remove the filter to generate the types of the whole API. */
export const OPERATIONS = ['makePlanfeedReport', 'listShortIngredients', 'createDelivery', 'listDeliveries'];

/** Removes all other operations from the document, and the components that the remaining ones don't reference, directly or through others. */
export function reduceDocument(document) {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId }] of Object.entries(methods)) if (!OPERATIONS.includes(operationId)) delete methods[method];
    if (Object.keys(methods).length === 0) delete document.paths[path];
  }
  const kept = new Set();
  const visit = (value) => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      if (kept.has(`${kind}/${name}`)) continue;
      kept.add(`${kind}/${name}`);
      visit(document.components[kind][name]);
    }
  };
  visit(document.paths);
  for (const kind of ['schemas', 'responses']) {
    for (const name of Object.keys(document.components[kind])) if (!kept.has(`${kind}/${name}`)) delete document.components[kind][name];
  }
  const { paths, components } = document;
  return { openapi: document.openapi, info: { title: 'Manger', version: '' }, paths, components };
}
