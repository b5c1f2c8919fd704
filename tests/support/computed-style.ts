/**
 * Computed styles without style sheets, which the screens of these tests have none of: what an element is told itself, else what the browser's own sheet says
 * of an element by that name. jsdom looks through all rules for each element anew after each change of the document, a tenth of what a screen takes. Gives
 * what puts jsdom's own back.
 */
export function withoutSheets(window: Window & typeof globalThis): () => void {
  const own = window.getComputedStyle;
  const computed = own.bind(window);
  const bare = new Map<string, CSSStyleDeclaration>();

  /** What the browser's sheet says of an element hangs on its name and on these. */
  const ATTRIBUTES = ['hidden', 'open', 'type', 'popover'] as const;
  function bareOf(element: Element): CSSStyleDeclaration {
    const attributes = ATTRIBUTES.map((name) => [name, element.getAttribute(name)] as const);
    const key = JSON.stringify([element.namespaceURI, element.localName, ...attributes]);
    let style = bare.get(key);
    if (!style) {
      const like = window.document.createElementNS(element.namespaceURI, element.localName);
      for (const [name, value] of attributes) if (value !== null) like.setAttribute(name, value);
      style = computed(like);
      bare.set(key, style);
    }
    return style;
  }

  const styleOf = (element: Element) => (element as HTMLElement | SVGElement).style;
  function read(element: Element, property: string): string {
    const own = styleOf(element)?.getPropertyValue(property);
    if (own) return own;
    const above = INHERITED.has(property) ? element.parentElement : null;
    return above ? read(above, property) : bareOf(element).getPropertyValue(property);
  }

  window.getComputedStyle = (element, pseudo) => {
    if (pseudo) return computed(element, pseudo);
    const getPropertyValue = (property: string) => read(element, property);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) => {
        if (name === 'getPropertyValue') return getPropertyValue;
        return typeof name === 'string'
          ? read(
              element,
              name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
            )
          : undefined;
      },
    });
  };
  return () => {
    window.getComputedStyle = own;
  };
}

/** What is asked for of what an element takes from those around it. */
const INHERITED: ReadonlySet<string> = new Set(['visibility', 'pointer-events', 'direction', 'cursor', 'user-select']);
