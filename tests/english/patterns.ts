/** A wording that docs/style.md forbids. `where` limits the pattern to one kind of text; without it, the pattern applies to all prose. */
export interface Pattern {
  regex: RegExp;
  /** A text that the pattern finds: the test proves with it that the pattern works. */
  example: string;
  /** The wording to use instead. */
  instead: string;
  where?: 'title' | 'name';
}

/** The start of a text or of a sentence, after list marks. */
const start = (words: string) => new RegExp(`(?:^|[.:;!?]\\s+)(?:[-*|]\\s+|\\d+\\.\\s+)?(?:${words})\\b`, 'gm');

const SUBJECT = [
  pattern(start('What(?! [^.?!]*\\?)'), 'What is left goes on.', 'begin with the subject: "The rest …"'),
  pattern(start('Who(?! [^.?!]*\\?)'), 'Who saves it may change it.', '"A person who …"'),
  pattern(start('Wh(?:oever|atever|ichever|omever|ose|om)'), 'Whoever asks gets an answer.', '"Each caller …"'),
  pattern(start('Where(?! [^.?!]*\\?)'), 'Where nothing is, it is empty.', '"If …"'),
  pattern(start('Of'), 'Of several hosts the first counts.', 'begin with the subject'),
  pattern(start('Whether (?:what|who|whoever|where|something|anything|it|they|there)'), 'Whether what is read fits.', '"True if …"'),
  pattern(start('(?:As|So) (?:many|much|long|often|far|soon) as'), 'As many as fit are read.', 'begin with the subject'),
  pattern(start('Th(?:at|ose) (?:of|which|who|that)'), 'Those who wait go on.', 'begin with a noun'),
  pattern(start('One (?:who|that|which|of)'), 'One that ends is closed.', 'begin with a noun'),
  pattern(start('(?:None|Nothing) (?:of|but)'), 'Nothing of it stays.', 'begin with the subject'),
  pattern(
    /^(?:of|that|those|what|whatever|who|whoever|whom|whose|where|one|none) /g,
    'of two rows the last stays',
    'complete sentence',
    'title',
  ),
  pattern(/^(?:are|is|has|have|may|can|must|do|does|no|not|with|without|for|from|by|in|to) /g, 'are many', 'complete sentence', 'title'),
];

const VERBS = [
  pattern(/\b(?:un)?told\b/gi, 'the tenant is told', 'set, notified, reported'),
  pattern(/\btell(?:s|ing|ings)?\b/gi, 'the server tells the screens', 'notify, report, return'),
  pattern(/\bhear(?:s|d|ing)?\b/gi, 'screens hear of it', 'receive an event'),
  pattern(/\blook(?:s|ed|ing)? (?:at|for|into|through|whether|anew|along|after)\b/gi, 'the job looks at each day', 'read, scan, check'),
  pattern(/\bknows\b/gi, 'the server knows the day', 'contains, stores'),
  pattern(/\b(?:stands?|stood|standing)\b/gi, 'the row stands in the list', 'is, is shown, remains'),
  pattern(/\bcomes? (?:of|anew|along|beside|by itself|up to)\b/gi, 'what comes of it', 'results from, arrives'),
  pattern(/\bg(?:ives?|ave|iving) way\b/gi, 'an archive gives way', 'yields, runs at low priority'),
  pattern(/\b(?:goes|go|went|going) (?:along|anew|by itself|by turns|out with)\b/gi, 'history goes along', 'is sent, travels'),
  pattern(/\b(?:says?|said|saying)\b/gi, 'the table says so', 'states, declares, contains'),
  pattern(/\b(?:lies|lain|lying)\b/gi, 'the file lies there', 'is, is stored'),
  pattern(/\bheld\b/gi, 'the row is held', 'locked, checked'),
  pattern(/\b(?:speaks?|spoke|spoken)\b/gi, 'the test speaks HTTP', 'uses, represents'),
  pattern(/\bhand(?:s|ed|ing)? (?:over|on|down|out)\b/gi, 'it hands on the row', 'passes, returns'),
  pattern(/\blead(?:s|ing)? on\b|\bled on\b/gi, 'the cell leads on', 'forwards, links'),
  pattern(/\blateness of the server\b|\b(?:server|it) is behind\b(?! (?:a|an|the|its)\b)/gi, 'while the server is behind', 'overloaded'),
];

const TERMS = [
  pattern(
    /\b(?:by|in|of|takes?|taking) turns\b|\b(?:a|the|no|one|its|their|second) turns?\b/gi,
    'reports go by turns',
    'concurrency limit, place',
  ),
  pattern(/\blateness of the server\b|\b(?:is|are) behind\b(?! (?:a|an|the|its)\b)/gi, 'the server is behind', 'overloaded'),
  pattern(/\b(?:parcels?|patience)\b/gi, 'patience of a mail', 'mail builder, retry policy'),
  pattern(/\bat one go\b/gi, 'read at one go', 'in one round trip'),
  pattern(/\b(?:by|of) (?:itself|themselves|oneself)\b/gi, 'starts by itself', 'automatically, separately'),
  pattern(/\breckon(?:s|ed|ing|ings)?\b/gi, 'reckoned by day', 'compute, calculate'),
  pattern(/\bdays? (?:that )?(?:is|are) due\b|\bdue days?\b/gi, 'days that are due', 'stale days'),
  pattern(/\b(?:is|are|was|were|be|been) kept\b|\bkept (?:by|per|for|as|in)\b/gi, 'sums are kept by day', 'stored, cached'),
  pattern(/\bnoted\b/gi, 'the change is noted', 'recorded'),
  pattern(/\bcarried\b/gi, 'the cost is carried', 'transferred'),
  pattern(/\bdut(?:y|ies)\b/gi, 'a duty of the person', 'pending step'),
  pattern(/\bdear(?:er|est)?\b/gi, 'the dearest part', 'expensive'),
  pattern(/\bmend(?:s|ed|ing)?\b/gi, 'the weight is mended', 'correct, fix'),
  pattern(/\bsp(?:oil|oils|oilt|oiled)\b/gi, 'a spoilt file', 'damage, invalid'),
  pattern(/\b(?:walk|walks|walked|walking) (?:through|over|of|the)\b/gi, 'walks over the days', 'scan, visit'),
  pattern(/\b(?:dice|diced|thrown by)\b/gi, 'thrown by dice', 'random'),
  pattern(/\b(?:slips?|nought)\b/gi, 'a slip of the finger', 'typing error, zero'),
  pattern(/\b(?:put|puts|putting) (?:together|beside|in|up)\b/gi, 'put together of parts', 'build, add'),
  pattern(/\bsomebody's eyes\b|\banother's eyes\b/gi, "through another's eyes", 'impersonates'),
  pattern(/\btak(?:e|es|en|ing) (?:back|along|up|in)\b|\btook (?:back|along|up|in)\b/gi, 'the move is taken back', 'reverse, undo, import'),
];

const WORDS = [
  pattern(/\bbut for\b|\bsave for\b/gi, 'all but for one', 'except'),
  pattern(/\bin (?:the |its |their )?(?:place|stead) of\b/gi, 'in the place of it', 'instead of'),
  pattern(/\banew\b/gi, 'made anew', 'again'),
  pattern(
    /[,;] where (?:nothing|nobody|none|no|there|it|they|one|something|somebody|that|what|a|the)\b/gi,
    'empty, where nothing is',
    'if',
  ),
  pattern(/[,;] for (?:it|they|there|nothing|nobody|this|that|what|no|whoever|none)\b/gi, 'closed, for it is old', 'because'),
  pattern(/\b(?:whence|whither|wherein|whereupon|thereof|hitherto|lest|amidst?|ere)\b/gi, 'lest it ends', 'modern word'),
  pattern(/\bupon\b/gi, 'upon which', 'on'),
  pattern(/\bbesides?\b/gi, 'beside the row', 'next to, with, in addition to'),
  pattern(/\b(?:whoever|whatever|whichever|wherever|whomever)\b/gi, 'to whoever asks', 'each caller, any value'),
  pattern(/\bone (?:who|sees|may|must|has|does|would|wants|asks|reads|saves)\b/gi, 'what one sees', 'a person, the reader'),
  pattern(/\bwhat (?:is|are|was|were|it|they|one|he|she|has|have|had)\b(?![^.?!\n]*\?)/gi, 'of what is read', 'a noun phrase'),
  pattern(/\b(?:those|that) (?:of|in) (?:the|a|its) (?:place|middle|house)\b/gi, 'that of the house', 'a noun'),
];

const NAMES = [
  pattern(/^[a-z]\w*Of$/g, 'rowsOf', 'verb + object: findRows', 'name'),
  pattern(/^MOST_\w+$/g, 'MOST_ROWS', 'MAX_ROWS', 'name'),
  pattern(
    /^(?:make|own|named|plain|begin|keep|look|take|took|told|tell|hold|held|hear|gathered|meet|known|said|given|asked)$/g,
    'make',
    'verb + object',
    'name',
  ),
  pattern(/^\w*(?:Told|Anew|AtOnce|Whoever)$/g, 'readAnew', 'verb + object', 'name'),
  pattern(/^(?:told|hears?|whoever|what|whose|those|that)[A-Z]\w*$/g, 'whatFits', 'verb + object', 'name'),
];

function pattern(regex: RegExp, example: string, instead: string, where?: Pattern['where']): Pattern {
  return { regex, example, instead, ...(where && { where }) };
}

/** Patterns by rule of docs/style.md. */
export const PATTERNS = { subject: SUBJECT, verbs: VERBS, terms: TERMS, words: WORDS, names: NAMES };
