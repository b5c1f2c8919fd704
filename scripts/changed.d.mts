type Graph = Map<string, { text: string; imports: string[] }>;
export function listChanged(root: string, since: string): string[];
export function readGraph(root: string): Graph;
export function findAffected(graph: Graph, changed: readonly string[]): { tests: string[]; journeys: string[]; leftOut: number };
