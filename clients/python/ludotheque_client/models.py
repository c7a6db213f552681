"""Types of the API's documents, made from `openapi/openapi.json` by `ludotheque openapi --write`."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class Acted(TypedDict):
    """What an action did. This much is the same in every game."""

    version: int
    events: list[Event]
    view: GameDocument
    next: LegalActions | None


class Action(TypedDict):
    """Something that a seat does. This much is the same in every game."""

    type: str


class ActionEffect(TypedDict):
    """Something that an action would do, from what its seat may see."""

    kind: ActionEffectKind
    pieces: list[str]
    sentence: str
    what: NotRequired[str]
    amount: NotRequired[int]
    left: NotRequired[int]
    chance: NotRequired[float]


class ActionLabel(TypedDict):
    """A legal action for people: in words, and on the board."""

    sentence: str
    pieces: list[str]
    effects: NotRequired[list[ActionEffect]]


class ActionTakenBack(TypedDict):
    """A player has taken back an action that revealed nothing; the game is as it was before it."""

    type: Literal['action_taken_back']
    seat: int
    taken_back: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordActed(TypedDict):
    """What an action did."""

    version: int
    events: list[BabordEvent]
    view: BabordGameDocument
    next: BabordLegalActions | None


class BabordAttack(TypedDict):
    """Attack the carrier of the treasure hand to hand (BAB-67)."""

    type: Literal['attack']
    target: int


class BabordAttackFailed(TypedDict):
    """An attack fails."""

    type: Literal['attack_failed']
    seat: int
    target: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordBall(TypedDict):
    """A cannonball in flight."""

    owner: int
    place: list[BabordTileCoordinate]
    direction: BabordDirection


class BabordBallFired(TypedDict):
    """A cannonball is fired onto the next place."""

    type: Literal['ball_fired']
    seat: int
    direction: BabordDirection
    place: list[BabordTileCoordinate]
    cannonballs: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordBoatHit(TypedDict):
    """A cannonball hits a boat and sends it home."""

    type: Literal['boat_hit']
    seat: int
    owner: int
    place: list[BabordTileCoordinate]
    by: BabordBoatHitBy
    to: list[BabordPointCoordinate]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordBoatSunk(TypedDict):
    """A boat sinks."""

    type: Literal['boat_sunk']
    seat: int
    place: list[BabordTileCoordinate]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordBought(TypedDict):
    """A boat buys something in a port."""

    type: Literal['bought']
    seat: int
    item: BabordItem
    quantity: int
    cost: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordBuy(TypedDict):
    """Buy something in a port (BAB-40)."""

    type: Literal['buy']
    item: BabordItem
    quantity: int


class BabordChoosePort(TypedDict):
    """Choose a home port and put the boat on its jetty (BAB-6)."""

    type: Literal['choose_port']
    port: BabordPort
    point: list[BabordPointCoordinate]


class BabordCreated(TypedDict):
    """A new game, with the secrets that only its creator gets."""

    id: str
    game: Literal['babord']
    version: int
    status: GameStatus
    seats: list[SeatCreated]
    commitment: str
    view: BabordGameDocument
    next: BabordLegalActions | None
    expires_at: str
    host_token: NotRequired[str]
    spectator_token: NotRequired[str]
    invite: NotRequired[str]


class BabordCurrent(TypedDict):
    """How far the turn has come."""

    attacked: bool
    wind: BabordWind | None
    jumped: list[list[BabordTileCoordinate]]
    peeks_left: int
    peeked: list[list[BabordTileCoordinate]]
    face_up: list[BabordTileCoordinate] | None


class BabordDashboardChanged(TypedDict):
    """A tile, a catch or a cannonball changes a dashboard."""

    type: Literal['dashboard_changed']
    seat: int
    changes: dict[str, list[BabordDashboardChangedChangesEntry]]
    reason: BabordDashboardChangedReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordEndTurn(TypedDict):
    """End the turn (BAB-10)."""

    type: Literal['end_turn']


class BabordFire(TypedDict):
    """Fire a cannonball onto the next place in a direction (BAB-53)."""

    type: Literal['fire']
    direction: BabordDirection


class BabordFirstSeatDrawn(TypedDict):
    """Chance says who begins."""

    type: Literal['first_seat_drawn']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordFish(TypedDict):
    """Fish on the tile under the boat (BAB-43)."""

    type: Literal['fish']


class BabordGameDocument(TypedDict):
    """A game as its reader may see it."""

    id: str
    game: Literal['babord']
    version: int
    decision: int | None
    status: GameStatus
    you: int | None
    events: NotRequired[list[BabordEvent]]
    seats: list[SeatView]
    phase: BabordPhase | None
    to_act: list[int]
    position: BabordView | None
    result: BabordResult | None
    clock: ClockView | None
    commitment: str
    open_seed: bool
    sandbox: bool
    private: bool
    expires_at: str
    seed: NotRequired[str]
    rematch: NotRequired[str]
    forked_from: NotRequired[ForkedFrom]
    at: NotRequired[int]
    actions: NotRequired[BabordLegalActions]


class BabordGameOver(TypedDict):
    """The last event of a finished game."""

    type: Literal['game_over']
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: BabordReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordGameStarted(TypedDict):
    """The tiles are laid out."""

    type: Literal['game_started']
    seats: int
    options: BabordOptions
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordJump(TypedDict):
    """Leave the Bermuda Triangle for a point of another tile (BAB-33)."""

    type: Literal['jump']
    to: list[BabordPointCoordinate]


class BabordLegalActions(TypedDict):
    """Everything that this seat may do now."""

    version: int
    decision: int | None
    seat: int
    status: GameStatus
    actions: list[BabordAction]
    labels: list[ActionLabel]
    complete: bool
    templates: list[Template]


class BabordObserve(TypedDict):
    """Look at a tile in secret (BAB-38)."""

    type: Literal['observe']
    tile: list[BabordTileCoordinate]


class BabordObserved(TypedDict):
    """A seat looks at a tile in secret."""

    type: Literal['observed']
    seat: int
    place: list[BabordTileCoordinate]
    reason: BabordObservedReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordOptions(TypedDict):
    """The options of a game of Babord; fixed once it has begun."""

    first_seat: NotRequired[int | None]
    rows: int
    cols: int
    wind_die: BabordWindDie
    wind_mode: BabordWindMode
    blocked_push: BabordBlockedPush
    arrival_fish: bool
    restart_fish: int
    memory_aid: bool
    spare_owner: NotRequired[bool]
    balls_fly: NotRequired[BabordBallsFly]
    bermuda_effect: NotRequired[bool]
    bermuda_point: NotRequired[BabordBermudaPoint]
    last_afloat_wins: bool
    max_rounds: int


class BabordPeek(TypedDict):
    """Look at a tile through the spyglass (BAB-35)."""

    type: Literal['peek']
    tile: list[BabordTileCoordinate]


class BabordPlayer(TypedDict):
    """A boat and its dashboard; all of it is public."""

    seat: int
    home_port: BabordPort | None
    start_point: list[BabordPointCoordinate] | None
    boat: list[BabordPointCoordinate] | None
    arrived_tile: BabordPlayerArrivedTile | None
    hull: int
    fuel: int
    xp: int
    cannonballs: int
    knife: int
    fish: int
    sunk: bool
    anywhere: NotRequired[bool]


class BabordPortChosen(TypedDict):
    """A boat lies in its home port."""

    type: Literal['port_chosen']
    seat: int
    port: BabordPort
    point: list[BabordPointCoordinate]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordPosition(TypedDict):
    """The whole truth."""

    phase: BabordPhase
    game: Literal['babord']
    schema: Literal[1]
    options: BabordOptions
    first_seat: NotRequired[int]
    round: int
    active_seat: int | None
    current: BabordCurrent
    grid: list[list[BabordCell]]
    tiles: dict[str, BabordTile]
    treasure: BabordTreasure
    players: list[BabordPlayer]
    balls: list[BabordBall]
    result: BabordResult | None


class BabordReplay(TypedDict):
    """A whole game, for anybody to run again."""

    game: Literal['babord']
    id: str
    status: GameStatus
    seats: int
    seed: str
    nonces: list[str]
    commitment: str
    options: BabordOptions
    opening: BabordPosition | None
    deal: ReplayDeal
    acts: list[BabordReplayAct]
    result: BabordResult | None
    created_at: str
    players: list[str]
    cursor: NotRequired[str]


class BabordReplayAct(TypedDict):
    """One submitted action."""

    seat: int
    version: int
    action: BabordAction
    dice: list[int]
    sha256: str
    taken_back: NotRequired[int]
    outcomes: NotRequired[list[int]]


class BabordResult(TypedDict):
    """How the game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: BabordReason


class BabordRollWind(TypedDict):
    """Decide to move: roll the wind die (BAB-13)."""

    type: Literal['roll_wind']


class BabordSail(TypedDict):
    """Sail to a point with the wind that was rolled (BAB-14)."""

    type: Literal['sail']
    to: list[BabordPointCoordinate]


class BabordSetOut(TypedDict):
    """After a jump, choose the point of the tile from which the boat leaves it (BAB-114)."""

    type: Literal['set_out']
    point: list[BabordPointCoordinate]


class BabordSwapTiles(TypedDict):
    """Let the tornado swap two tiles (BAB-34)."""

    type: Literal['swap_tiles']
    a: list[BabordTileCoordinate]
    b: list[BabordTileCoordinate]


class BabordTile(TypedDict):
    """A tile in play. Copies of a position share it: it is replaced, never changed."""

    kind: BabordTileKind
    fish: int
    seen_by: list[Seat]
    revealed: bool


class BabordTileRevealed(TypedDict):
    """A tile is shown to everybody and hidden again."""

    type: Literal['tile_revealed']
    seat: int
    place: list[BabordTileCoordinate]
    tile: BabordTileId
    kind: BabordTileKind
    fish: int
    reason: BabordTileRevealedReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordTileSeen(TypedDict):
    """What that seat saw; shown to no other."""

    type: Literal['tile_seen']
    seat: int
    place: list[BabordTileCoordinate]
    tile: BabordTileId
    kind: BabordTileKind
    fish: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordTileView(TypedDict):
    """A tile as its reader may see it."""

    kind: BabordTileKind | None
    fish: int | None
    known: NotRequired[bool]
    seen_by: NotRequired[list[Seat]]


class BabordTilesSwapped(TypedDict):
    """The tornado swaps two tiles, unseen."""

    type: Literal['tiles_swapped']
    seat: int
    a: list[BabordTileCoordinate]
    b: list[BabordTileCoordinate]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordTreasure(TypedDict):
    """Where the treasure is."""

    tile: BabordTileId
    carrier: int | None
    hole: list[BabordTileCoordinate] | None


class BabordTreasureLost(TypedDict):
    """A boat loses the treasure; its tile lies face down again."""

    type: Literal['treasure_lost']
    seat: int
    reason: BabordTreasureLostReason
    treasure_place: list[BabordTileCoordinate]
    moved_tile_from: list[BabordTileCoordinate] | None
    moved_tile_to: list[BabordTileCoordinate] | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordTreasureStolen(TypedDict):
    """An attack succeeds: the treasure changes boats."""

    type: Literal['treasure_stolen']
    seat: int
    victim: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordTreasureTaken(TypedDict):
    """A boat finds the treasure and takes it aboard."""

    type: Literal['treasure_taken']
    seat: int
    place: list[BabordTileCoordinate]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordTreasureView(TypedDict):
    """The treasure as everybody may see it."""

    tile: BabordTileId | None
    carrier: int | None
    hole: list[BabordTileCoordinate] | None


class BabordTurn(TypedDict):
    """A decision that a remote bot owes, with all that it needs to make it."""

    game: Literal['babord']
    id: str
    version: int
    decision: int
    seat: int
    deadline: str
    act: str
    view: BabordGameDocument
    actions: BabordLegalActions
    events: list[BabordEvent]
    latency_ms: int | None
    text: NotRequired[TurnText]


class BabordTurnEnded(TypedDict):
    """A turn is over."""

    type: Literal['turn_ended']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordTurnStarted(TypedDict):
    """A seat is to act."""

    type: Literal['turn_started']
    seat: int
    round: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BabordView(TypedDict):
    """What a seat may see."""

    game: Literal['babord']
    schema: Literal[1]
    options: BabordOptions
    round: int
    active_seat: int | None
    phase: BabordPhase
    current: BabordCurrent
    grid: list[list[BabordCell]]
    tiles: dict[str, BabordTileView]
    treasure: BabordTreasureView
    players: list[BabordPlayer]
    balls: list[BabordBall]
    result: BabordResult | None
    first_seat: NotRequired[int]


class BabordWind(TypedDict):
    """The wind of a move."""

    face: int
    winds: list[BabordWindDirection]


class BabordWindRolled(TypedDict):
    """The wind die is rolled."""

    type: Literal['wind_rolled']
    seat: int
    face: int
    winds: list[BabordWindDirection]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeActed(TypedDict):
    """What an action did."""

    version: int
    events: list[BailoukeEvent]
    view: BailoukeGameDocument
    next: BailoukeLegalActions | None


class BailoukeAnnounce(TypedDict):
    """Announce Baïlouké: the round ends when your turn comes again (BAI-73)."""

    type: Literal['announce']


class BailoukeAnnounced(TypedDict):
    """A seat announces Baïlouké."""

    type: Literal['bailouke_announced']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeAssignToken(TypedDict):
    """Put one of your free Louk Louké on one of your cards, at any moment (BAI-14, BAI-17)."""

    type: Literal['assign_token']
    card: int


class BailoukeCardAdded(TypedDict):
    """A new card joins a zone, unseen."""

    type: Literal['card_added']
    seat: int
    card: int
    side: BailoukeSide
    cause: BailoukeCause
    from_seat: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardDiscarded(TypedDict):
    """A right discard: the zone has one card fewer."""

    type: Literal['card_discarded']
    seat: int
    card: int
    value: int
    place: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardDrawn(TypedDict):
    """The active seat draws the top card of the pile."""

    type: Literal['card_drawn']
    seat: int
    card: int
    pile_count: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardIncoming(TypedDict):
    """A card is on its way to a zone; its receiver chooses the side next."""

    type: Literal['card_incoming']
    seat: int
    card: int
    cause: BailoukeCause
    from_seat: int | None
    pile_count: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardPeeked(TypedDict):
    """The active seat looks at a card; its value is shown to that seat alone."""

    type: Literal['card_peeked']
    seat: int
    card: int | None
    owner: int | None
    place: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardSeen(TypedDict):
    """A seat sees the value of a card; no other seat learns of it."""

    type: Literal['card_seen']
    seat: int
    card: int
    value: int
    reason: BailoukeCardSeenReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardView(TypedDict):
    """A card and what the reader may know of it."""

    card: int
    value: int | None


class BailoukeCardsExchanged(TypedDict):
    """Two cards take each other's place."""

    type: Literal['cards_exchanged']
    seat: int
    own_card: int
    other_seat: int | None
    other_card: int
    own_place: int | None
    other_place: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardsPassed(TypedDict):
    """All chosen cards change hands at once."""

    type: Literal['cards_passed']
    entries: list[BailoukePassedCard]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeCardsRevealed(TypedDict):
    """All chosen cards are revealed at once, then returned."""

    type: Literal['cards_revealed']
    entries: list[BailoukeRevealedCard]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeChoiceCommitted(TypedDict):
    """A seat has chosen in secret."""

    type: Literal['choice_committed']
    seat: int
    op: BailoukeChoiceCommittedOp
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeChooseEffect(TypedDict):
    """Choose one of the effects of the played beast (BAI-31)."""

    type: Literal['choose_effect']
    index: int


class BailoukeCreated(TypedDict):
    """A new game, with the secrets that only its creator gets."""

    id: str
    game: Literal['bailouke']
    version: int
    status: GameStatus
    seats: list[SeatCreated]
    commitment: str
    view: BailoukeGameDocument
    next: BailoukeLegalActions | None
    expires_at: str
    host_token: NotRequired[str]
    spectator_token: NotRequired[str]
    invite: NotRequired[str]


class BailoukeDiscard(TypedDict):
    """Try to discard one of your cards; a wrong value costs a card (BAI-62, BAI-67)."""

    type: Literal['discard']
    card: int


class BailoukeDiscardFailed(TypedDict):
    """A wrong discard: the card is shown to everybody and returns to its place."""

    type: Literal['discard_failed']
    seat: int
    card: int
    value: int
    place: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeDiscardPassed(TypedDict):
    """A seat closes its window."""

    type: Literal['discard_passed']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeDiscountGained(TypedDict):
    """A seat takes a Fer enn lizaz boss token."""

    type: Literal['discount_gained']
    seat: int
    points: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeEffect(TypedDict):
    """The played beast whose effect is being carried out."""

    value: int
    option: int | None
    step: int
    previous_done: bool
    looked: list[BailoukeCardId]
    choices: list[BailoukeCardIdOrNull] | None


class BailoukeEffectChosen(TypedDict):
    """One of several effects is chosen."""

    type: Literal['effect_chosen']
    seat: int
    value: int
    index: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeEffectView(TypedDict):
    """The effect being carried out; secret choices stay secret."""

    value: int
    option: int | None
    step: int
    previous_done: bool
    looked: list[BailoukeCardId]
    committed: list[Seat]
    own_choice: int | None


class BailoukeEndTurn(TypedDict):
    """End your turn without an announcement (BAI-74)."""

    type: Literal['end_turn']


class BailoukeExchange(TypedDict):
    """Exchange one of your cards with a card of an opponent, unseen (BAI-46)."""

    type: Literal['exchange']
    own_card: int
    other_card: int


class BailoukeExchangeSeen(TypedDict):
    """Exchange the two cards that you have just looked at (BAI-51)."""

    type: Literal['exchange_seen']


class BailoukeExchangeWithPile(TypedDict):
    """Exchange the top card of the pile with one of your cards (BAI-47)."""

    type: Literal['exchange_with_pile']
    card: int


class BailoukeGameDocument(TypedDict):
    """A game as its reader may see it."""

    id: str
    game: Literal['bailouke']
    version: int
    decision: int | None
    status: GameStatus
    you: int | None
    events: NotRequired[list[BailoukeEvent]]
    seats: list[SeatView]
    phase: BailoukePhase | None
    to_act: list[int]
    position: BailoukeView | None
    result: BailoukeResult | None
    clock: ClockView | None
    commitment: str
    open_seed: bool
    sandbox: bool
    private: bool
    expires_at: str
    seed: NotRequired[str]
    rematch: NotRequired[str]
    forked_from: NotRequired[ForkedFrom]
    at: NotRequired[int]
    actions: NotRequired[BailoukeLegalActions]


class BailoukeGameOver(TypedDict):
    """The last event of a finished game."""

    type: Literal['game_over']
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: BailoukeReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeGameStarted(TypedDict):
    """The players sit down."""

    type: Literal['game_started']
    seats: int
    options: BailoukeOptions
    first_seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeGive(TypedDict):
    """Give one of your cards to an opponent (BAI-55)."""

    type: Literal['give']
    card: int
    seat: int


class BailoukeHandOver(TypedDict):
    """Choose, in secret, the card that you will hand to your left neighbour (BAI-53)."""

    type: Literal['hand_over']
    card: int


class BailoukeIncoming(TypedDict):
    """A card that waits for its receiver to choose a side."""

    card: int
    seat: int
    cause: BailoukeCause


class BailoukeKouronnGained(TypedDict):
    """The winner of a round takes a Kouronn."""

    type: Literal['kouronn_gained']
    seat: int
    total: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeLastRound(TypedDict):
    """Public summary of the round before."""

    round: int
    ending: BailoukeEnding
    announced_by: int | None
    zones: list[list[BailoukeBeast]]
    reductions: list[BailoukeLastRoundReductionsEntry]
    totals: list[BailoukeLastRoundTotalsEntry]
    winner: int | None
    next_deal: list[BailoukeLastRoundNextDealEntry] | None


class BailoukeLegalActions(TypedDict):
    """Everything that this seat may do now."""

    version: int
    decision: int | None
    seat: int
    status: GameStatus
    actions: list[BailoukeAction]
    labels: list[ActionLabel]
    complete: bool
    templates: list[Template]


class BailoukeMoveToken(TypedDict):
    """Move one of your assigned Louk Louké to another of your cards (BAI-50)."""

    type: Literal['move_token']
    from_card: int
    to_card: int


class BailoukeOptions(TypedDict):
    """The options of a game of Baïlouké."""

    first_seat: int | None
    wins_needed: int
    tizeanne_deal: BailoukeTizeanneDeal
    token_on_replace: BailoukeTokenOnReplace
    empty_zone_timing: BailoukeEmptyZoneTiming
    memory_aid: bool
    max_rounds: int


class BailoukePass(TypedDict):
    """Discard nothing more in this phase (BAI-64)."""

    type: Literal['pass']


class BailoukePassedCard(TypedDict):
    """One card handed to a neighbour."""

    from_seat: int
    to_seat: int
    card: int


class BailoukePeboudeChanged(TypedDict):
    """A Péboudé token is taken, turned, or returned (side 0)."""

    type: Literal['peboude_changed']
    seat: int
    side: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukePeek(TypedDict):
    """Look at a card (BAI-44, BAI-45, BAI-51)."""

    type: Literal['peek']
    card: int


class BailoukePileRemoved(TypedDict):
    """Cards of the pile leave the round, unseen."""

    type: Literal['pile_removed']
    cards: list[BailoukeCardId]
    pile_count: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukePileView(TypedDict):
    """The pile from outside."""

    count: int
    top: BailoukeCardView | None


class BailoukePlaceAdded(TypedDict):
    """Choose the end of your row where the new card goes (BAI-33)."""

    type: Literal['place_added']
    side: BailoukeSide


class BailoukePlay(TypedDict):
    """Play the drawn card: its effect applies (BAI-25)."""

    type: Literal['play']


class BailoukePlayer(TypedDict):
    """One seat's cards and tokens."""

    zone: list[BailoukeCardId]
    tokens: int
    assigned: list[BailoukeCardId]
    peboude: int
    fer: list[BailoukePlayerFerEntry]
    kouronn: int
    seen: list[BailoukeCardId]
    ready: bool


class BailoukePlayerView(TypedDict):
    """One seat's cards and tokens as the reader sees them."""

    zone: list[BailoukeZoneCardView]
    tokens: int
    assigned: list[BailoukeCardId]
    peboude: int
    fer: list[BailoukePlayerFerEntry]
    kouronn: int
    ready: bool


class BailoukePosition(TypedDict):
    """The whole truth of a game of Baïlouké."""

    phase: BailoukePhase
    game: Literal['bailouke']
    schema: Literal[1]
    round: int
    turn: int
    first_seat: int
    active_seat: int
    cards: list[BailoukeBeast]
    pile: list[BailoukeCardId]
    set_aside: list[BailoukeCardId]
    players: list[BailoukePlayer]
    options: BailoukeOptions
    graveyard: list[BailoukeCardId]
    removed: list[BailoukeCardId]
    announced_by: int | None
    drawn: int | None
    incoming: BailoukeIncoming | None
    effect: BailoukeEffect | None
    discard: BailoukeWindow | None
    last_round: BailoukeLastRound | None
    winners: list[Seat] | None


class BailoukeReady(TypedDict):
    """You have placed the tokens you want to place (BAI-13)."""

    type: Literal['ready']


class BailoukeReplace(TypedDict):
    """Put the drawn card in the place of one of yours, which is played instead (BAI-26)."""

    type: Literal['replace']
    card: int


class BailoukeReplay(TypedDict):
    """A whole game, for anybody to run again."""

    game: Literal['bailouke']
    id: str
    status: GameStatus
    seats: int
    seed: str
    nonces: list[str]
    commitment: str
    options: BailoukeOptions
    opening: BailoukePosition | None
    deal: ReplayDeal
    acts: list[BailoukeReplayAct]
    result: BailoukeResult | None
    created_at: str
    players: list[str]
    cursor: NotRequired[str]


class BailoukeReplayAct(TypedDict):
    """One submitted action."""

    seat: int
    version: int
    action: BailoukeAction
    dice: list[int]
    sha256: str
    taken_back: NotRequired[int]
    outcomes: NotRequired[list[int]]


class BailoukeResult(TypedDict):
    """How the game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: BailoukeReason


class BailoukeReveal(TypedDict):
    """Choose, in secret, the card that you will reveal (BAI-52)."""

    type: Literal['reveal']
    card: int


class BailoukeRevealedCard(TypedDict):
    """One revealed card."""

    seat: int
    card: int
    value: int


class BailoukeRoundEnded(TypedDict):
    """All zones are revealed and counted; Péboudé and Fer enn lizaz boss go back to the supply."""

    type: Literal['round_ended']
    ending: BailoukeEnding
    zones: list[list[BailoukeBeast]]
    reductions: list[BailoukeLastRoundReductionsEntry]
    totals: list[BailoukeLastRoundTotalsEntry]
    winner: int | None
    next_deal: list[BailoukeLastRoundNextDealEntry] | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeRoundStarted(TypedDict):
    """The cards are shuffled and dealt."""

    type: Literal['round_started']
    round: int
    first_seat: int
    dealt: list[BailoukeLastRoundNextDealEntry]
    pile_count: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeSeatReady(TypedDict):
    """A seat has placed its tokens."""

    type: Literal['seat_ready']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeShuffleZone(TypedDict):
    """Shuffle the hunting zone of an opponent (BAI-48)."""

    type: Literal['shuffle_zone']
    seat: int


class BailoukeSkip(TypedDict):
    """Decline an optional effect (BAI-29)."""

    type: Literal['skip']


class BailoukeStealToken(TypedDict):
    """Take a Louk Louké of an opponent (BAI-54)."""

    type: Literal['steal_token']
    seat: int
    card: int | None


class BailoukeStepSkipped(TypedDict):
    """A step of an effect does not happen."""

    type: Literal['step_skipped']
    seat: int
    op: str
    reason: BailoukeStepSkippedReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeTarget(TypedDict):
    """Choose the opponent who adds the top card of the pile to their zone (BAI-49)."""

    type: Literal['target']
    seat: int


class BailoukeTokenAssigned(TypedDict):
    """A Louk Louké is put on a card."""

    type: Literal['token_assigned']
    seat: int
    card: int
    place: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeTokenFreed(TypedDict):
    """A Louk Louké lies on no card any more; its owner keeps it."""

    type: Literal['token_freed']
    seat: int
    card: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeTokenGained(TypedDict):
    """A seat takes Louk Louké from the supply."""

    type: Literal['token_gained']
    seat: int
    count: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeTokenMoved(TypedDict):
    """A Louk Louké lies on another card of its owner."""

    type: Literal['token_moved']
    seat: int
    from_card: int
    to_card: int
    place: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeTokenReturned(TypedDict):
    """A seat puts Louk Louké back into the supply."""

    type: Literal['token_returned']
    seat: int
    count: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeTokenStolen(TypedDict):
    """A seat takes a Louk Louké of another."""

    type: Literal['token_stolen']
    seat: int
    from_seat: int
    card: int | None
    place: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeTurn(TypedDict):
    """A decision that a remote bot owes, with all that it needs to make it."""

    game: Literal['bailouke']
    id: str
    version: int
    decision: int
    seat: int
    deadline: str
    act: str
    view: BailoukeGameDocument
    actions: BailoukeLegalActions
    events: list[BailoukeEvent]
    latency_ms: int | None
    text: NotRequired[TurnText]


class BailoukeTurnStarted(TypedDict):
    """A turn begins."""

    type: Literal['turn_started']
    seat: int
    turn: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BailoukeView(TypedDict):
    """What one reader may see of a game of Baïlouké."""

    game: Literal['bailouke']
    schema: Literal[1]
    options: BailoukeOptions
    phase: BailoukePhase
    round: int
    turn: int
    first_seat: int
    active_seat: int
    announced_by: int | None
    pile: BailoukePileView
    graveyard: list[BailoukeCardView]
    set_aside: int
    removed: int
    drawn: BailoukeCardView | None
    incoming: BailoukeIncoming | None
    players: list[BailoukePlayerView]
    effect: BailoukeEffectView | None
    discard: BailoukeWindow | None
    last_round: BailoukeLastRound | None
    winners: list[Seat] | None


class BailoukeWindow(TypedDict):
    """The discard phase."""

    seat: int


class BailoukeZoneCardView(TypedDict):
    """A card of a hunting zone."""

    card: int
    token: bool
    value: int | None


class BailoukeZoneShuffled(TypedDict):
    """The cards of a zone are shuffled."""

    type: Literal['zone_shuffled']
    seat: int
    target_seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongActed(TypedDict):
    """What an action did."""

    version: int
    events: list[BakongEvent]
    view: BakongGameDocument
    next: BakongLegalActions | None


class BakongBigEmeraldTaken(TypedDict):
    """A seat takes a big emerald."""

    type: Literal['big_emerald_taken']
    seat: int
    value: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongCaveRolled(TypedDict):
    """The dice are thrown in a cave."""

    type: Literal['cave_rolled']
    seat: int
    dice: list[BakongDie]
    lower: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongCreated(TypedDict):
    """A new game, with the secrets that only its creator gets."""

    id: str
    game: Literal['bakong']
    version: int
    status: GameStatus
    seats: list[SeatCreated]
    commitment: str
    view: BakongGameDocument
    next: BakongLegalActions | None
    expires_at: str
    host_token: NotRequired[str]
    spectator_token: NotRequired[str]
    invite: NotRequired[str]


class BakongCurrent(TypedDict):
    """The running turn."""

    dice: list[BakongDie]
    rerolled: bool
    flip_die: int | None
    move_die: int | None
    flipped: BakongFlipped | None
    steps: int | None
    steps_left: int | None
    set_aside: list[BakongObject]
    owed: int
    cave: list[BakongDie] | None
    incoming: list[BakongIncoming]
    at: BakongCurrentAt | None


class BakongDiceRerolled(TypedDict):
    """Both dice are rolled again with the journal."""

    type: Literal['dice_rerolled']
    seat: int
    dice: list[BakongDie]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongDiceRolled(TypedDict):
    """Both dice are rolled."""

    type: Literal['dice_rolled']
    seat: int
    dice: list[BakongDie]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongDiscard(TypedDict):
    """Throw something out of the backpack to make room (BAK-54)."""

    type: Literal['discard']
    item: BakongTreasure


class BakongEmeraldsMissed(TypedDict):
    """A seat goes without small emeralds that it was due."""

    type: Literal['emeralds_missed']
    seat: int
    count: int
    reason: BakongEmeraldsMissedReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongEmeraldsTaken(TypedDict):
    """A seat takes small emeralds from the supply."""

    type: Literal['emeralds_taken']
    seat: int
    x3: int
    x1: int
    source: BakongEmeraldsTakenSource
    torch: bool
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongFinalScores(TypedDict):
    """The points are counted."""

    type: Literal['final_scores']
    lines: list[BakongScoreLine]
    tie_break: bool
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongFirstHome(TypedDict):
    """A pawn is back at the start camp."""

    type: Literal['first_home']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongFirstSeatDrawn(TypedDict):
    """Chance says who begins."""

    type: Literal['first_seat_drawn']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongFlip(TypedDict):
    """Use this die to turn the tile so far ahead; the other die becomes the move (BAK-12, BAK-13)."""

    type: Literal['flip']
    die: int


class BakongFlipSecond(TypedDict):
    """Turn a second tile of the same colour with the map (BAK-44)."""

    type: Literal['flip_second']
    slot: int


class BakongGameDocument(TypedDict):
    """A game as its reader may see it."""

    id: str
    game: Literal['bakong']
    version: int
    decision: int | None
    status: GameStatus
    you: int | None
    events: NotRequired[list[BakongEvent]]
    seats: list[SeatView]
    phase: BakongPhase | None
    to_act: list[int]
    position: BakongView | None
    result: BakongResult | None
    clock: ClockView | None
    commitment: str
    open_seed: bool
    sandbox: bool
    private: bool
    expires_at: str
    seed: NotRequired[str]
    rematch: NotRequired[str]
    forked_from: NotRequired[ForkedFrom]
    at: NotRequired[int]
    actions: NotRequired[BakongLegalActions]


class BakongGameOver(TypedDict):
    """The last event of a finished game."""

    type: Literal['game_over']
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: BakongReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongGameStarted(TypedDict):
    """The track is laid and the game begins."""

    type: Literal['game_started']
    seats: int
    faces: list[BakongFace]
    big_emeralds: list[BakongGameStartedBigEmeraldsEntry]
    options: BakongOptions
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongHalted(TypedDict):
    """A slot cuts a move short."""

    type: Literal['halted']
    seat: int
    slot: int
    face: BakongTileFace
    steps_lost: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongHazardIgnored(TypedDict):
    """An object takes a pawn safely through."""

    type: Literal['hazard_ignored']
    seat: int
    slot: int
    face: BakongFace
    object: BakongObject
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongIncoming(TypedDict):
    """A piece that was gained and is not stowed yet."""

    kind: BakongIncomingKind
    object: BakongObject | None
    left_by: int | None
    value: int | None


class BakongItemDeclined(TypedDict):
    """A seat leaves behind what does not fit."""

    type: Literal['item_declined']
    seat: int
    items: list[BakongToken]
    to: NotRequired[BakongPlace]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongItemDiscarded(TypedDict):
    """A seat throws something out to make room."""

    type: Literal['item_discarded']
    seat: int
    item: BakongToken
    to: BakongPlace
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongLegalActions(TypedDict):
    """Everything that this seat may do now."""

    version: int
    decision: int | None
    seat: int
    status: GameStatus
    actions: list[BakongAction]
    labels: list[ActionLabel]
    complete: bool
    templates: list[Template]


class BakongLoseObject(TypedDict):
    """Give an object up to the quicksand (BAK-35)."""

    type: Literal['lose_object']
    object: BakongObject


class BakongMapUnused(TypedDict):
    """A seat could turn a second tile with the map, and does not."""

    type: Literal['map_unused']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongMove(TypedDict):
    """Advance the pawn (BAK-19, BAK-41, BAK-42)."""

    type: Literal['move']
    steps: int


class BakongMoveDeclared(TypedDict):
    """A pawn sets out."""

    type: Literal['move_declared']
    seat: int
    die: int
    steps: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongObjectLost(TypedDict):
    """A seat gives an object up to quicksand."""

    type: Literal['object_lost']
    seat: int
    slot: int
    object: BakongObject
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongObjectReturned(TypedDict):
    """An object that quicksand took joins the supply."""

    type: Literal['object_returned']
    object: BakongObject
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongOptions(TypedDict):
    """The options of a game of Bakong."""

    first_seat: int | None
    map_colour: BakongMapColour
    quicksand_loss: BakongQuicksandLoss
    memory_aid: bool


class BakongOuchReceived(TypedDict):
    """A ditch hurts."""

    type: Literal['ouch_received']
    seat: int
    slot: int
    ouch: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongOuchReturned(TypedDict):
    """A waterfall takes an ouch token away."""

    type: Literal['ouch_returned']
    seat: int
    ouch: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongOuchSupplyEmpty(TypedDict):
    """A ditch would hurt, but no ouch token is left."""

    type: Literal['ouch_supply_empty']
    seat: int
    slot: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongPass(TypedDict):
    """Leave the map unused, take no object, or leave behind what does not fit."""

    type: Literal['pass']


class BakongPlaced(TypedDict):
    """A piece in its place in the backpack."""

    piece: BakongTreasure
    pocket: BakongPlacedPocket
    x: int
    y: int
    w: int
    h: int


class BakongPlayer(TypedDict):
    """A seat's pawn, backpack and ouch tokens."""

    slot: int
    direction: BakongDirection
    objects: list[BakongObject]
    x1: int
    x3: int
    big: int | None
    ouch: int
    first_home: bool


class BakongPlayerView(TypedDict):
    """A seat as everybody sees it."""

    slot: int
    direction: BakongDirection
    objects: list[BakongObject]
    x1: int
    x3: int
    big: int | None
    ouch: int
    first_home: bool
    layout: list[BakongPlaced]


class BakongPosition(TypedDict):
    """The whole truth."""

    phase: BakongPhase
    game: Literal['bakong']
    schema: Literal[1]
    options: BakongOptions
    turn: int
    active_seat: int | None
    track: list[BakongTrackTile]
    players: list[BakongPlayer]
    supply: BakongSupply
    temple: BakongTemple
    current: BakongCurrent | None
    score_sheet: BakongScoreSheet | None
    result: BakongResult | None


class BakongReplay(TypedDict):
    """A whole game, for anybody to run again."""

    game: Literal['bakong']
    id: str
    status: GameStatus
    seats: int
    seed: str
    nonces: list[str]
    commitment: str
    options: BakongOptions
    opening: BakongPosition | None
    deal: ReplayDeal
    acts: list[BakongReplayAct]
    result: BakongResult | None
    created_at: str
    players: list[str]
    cursor: NotRequired[str]


class BakongReplayAct(TypedDict):
    """One submitted action."""

    seat: int
    version: int
    action: BakongAction
    dice: list[int]
    sha256: str
    taken_back: NotRequired[int]
    outcomes: NotRequired[list[int]]


class BakongReroll(TypedDict):
    """Throw both dice again with the journal (BAK-40)."""

    type: Literal['reroll']


class BakongResult(TypedDict):
    """How the game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: BakongReason


class BakongScoreLine(TypedDict):
    """The final points of a seat."""

    big: int
    x1: int
    x3: int
    first_home: int
    ouch: int
    total: int


class BakongScoreSheet(TypedDict):
    """The final count."""

    lines: list[BakongScoreLine]
    tie_break: bool


class BakongSlotEntered(TypedDict):
    """A pawn enters a slot."""

    type: Literal['slot_entered']
    seat: int
    slot: int
    face: BakongTileFace
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongSupply(TypedDict):
    """What lies beside the track."""

    objects: dict[str, BakongSupplyObjectsEntry]
    x1: int
    x3: int
    ouch: int


class BakongTakeBigEmerald(TypedDict):
    """Take one of the big emeralds of the temple (BAK-60)."""

    type: Literal['take_big_emerald']
    value: int


class BakongTakeEmeralds(TypedDict):
    """Choose the tokens that a cave pays (BAK-31, BAK-96)."""

    type: Literal['take_emeralds']
    x3: int
    x1: int


class BakongTakeObject(TypedDict):
    """Take an object: the first one, at an abandoned camp, or at the temple (BAK-8, BAK-28, BAK-62)."""

    type: Literal['take_object']
    object: BakongObject


class BakongTemple(TypedDict):
    """What lies on the temple tile."""

    big_emeralds: list[BakongGameStartedBigEmeraldsEntry]
    objects: list[BakongTempleObject]


class BakongTempleObject(TypedDict):
    """An object that a seat left on the temple tile."""

    object: BakongObject
    left_by: int


class BakongTempleReached(TypedDict):
    """A pawn arrives at the temple."""

    type: Literal['temple_reached']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongTileView(TypedDict):
    """A jungle tile as everybody sees it."""

    slot: int
    face: BakongFace
    colour: BakongTileViewColour
    seen: bool
    tile: BakongTileId | None
    back: BakongFace | None


class BakongTrackTile(TypedDict):
    """A jungle tile on the track. Replaced when it is turned, never changed."""

    tile: BakongTileId
    side: BakongTrackTileSide
    seen: bool


class BakongTurn(TypedDict):
    """A decision that a remote bot owes, with all that it needs to make it."""

    game: Literal['bakong']
    id: str
    version: int
    decision: int
    seat: int
    deadline: str
    act: str
    view: BakongGameDocument
    actions: BakongLegalActions
    events: list[BakongEvent]
    latency_ms: int | None
    text: NotRequired[TurnText]


class BakongTurnStarted(TypedDict):
    """A seat's turn begins."""

    type: Literal['turn_started']
    seat: int
    turn: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongTurnVoid(TypedDict):
    """The die chosen reaches an end of the track: nothing is turned."""

    type: Literal['turn_void']
    seat: int
    die: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BakongView(TypedDict):
    """What everybody may see."""

    game: Literal['bakong']
    schema: Literal[1]
    options: BakongOptions
    phase: BakongPhase
    turn: int
    active_seat: int | None
    track: list[BakongTileView]
    unseen_tiles: list[BakongTileId]
    players: list[BakongPlayerView]
    supply: BakongSupply
    temple: BakongTemple
    current: BakongCurrent | None
    score_sheet: BakongScoreSheet | None
    result: BakongResult | None


class BakongWaterfallCursed(TypedDict):
    """The cursed emerald spoils a waterfall."""

    type: Literal['waterfall_cursed']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class BotFailed(TypedDict):
    """A remote bot did not decide in time, or not by the rules; a built-in bot decides for it."""

    type: Literal['bot_failed']
    seat: int
    bot: str
    fault: BotFault
    rule: NotRequired[str]
    field: NotRequired[str]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class Changes(TypedDict):
    """What an event changes on the board, as far as the reader may know."""

    moved: list[Moved]
    turned: list[Turned]
    added: list[Put]
    removed: list[Put]
    counters: list[Counted]
    reset: bool


class ClockRanOut(TypedDict):
    """A seat did not decide in time."""

    type: Literal['clock_ran_out']
    seat: int
    then: TimeoutAction
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class ClockView(TypedDict):
    """The clock of every decision."""

    turn_seconds: int
    on_timeout: TimeoutAction
    bot: BuiltInBot
    level: int | None
    deadline: str | None
    deadlines: list[str | None]
    bank_seconds: int
    increment_seconds: int
    banks: list[int]


class Event(TypedDict):
    """Something that happened. This much is the same in every game."""

    type: str
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str
    board: NotRequired[Changes]


class ForkedFrom(TypedDict):
    """Where the game branched off another one."""

    id: str
    at: int


class GameAborted(TypedDict):
    """The game was called off; there is no result."""

    type: Literal['game_aborted']
    reason: GameAbortedReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class GameDocument(TypedDict):
    """A game as its reader may see it. This much is the same in every game."""

    id: str
    game: Slug
    version: int
    decision: int | None
    status: GameStatus
    you: int | None
    seats: list[SeatView]
    phase: str | None
    to_act: list[int]
    position: View | None
    result: Result | None
    clock: ClockView | None
    commitment: str
    open_seed: bool
    sandbox: bool
    private: bool
    expires_at: str
    seed: NotRequired[str]
    rematch: NotRequired[str]
    forked_from: NotRequired[ForkedFrom]
    at: NotRequired[int]
    events: NotRequired[list[Event]]
    actions: NotRequired[LegalActions]


class Kimbac(TypedDict):
    """The one pawn that knows where the treasure lies."""

    seat: int
    pawn: int


class KimbacActed(TypedDict):
    """What an action did."""

    version: int
    events: list[KimbacEvent]
    view: KimbacGameDocument
    next: KimbacLegalActions | None


class KimbacAppeared(TypedDict):
    """A pawn becomes the Kim-Bac; its owner's other pawns leave the game."""

    type: Literal['kimbac_appeared']
    seat: int
    pawn: int
    at: KimbacCrossroads
    removed: list[KimbacPawnNumber]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacBecomeKimbac(TypedDict):
    """Accept the treasure hunt: the pawn at the monument becomes the Kim-Bac (KIM-39, KIM-50)."""

    type: Literal['become_kimbac']


class KimbacCaptured(TypedDict):
    """The Kim-Bac cannot step and is captured."""

    type: Literal['kimbac_captured']
    seat: int
    at: KimbacCrossroads
    hunt_turn: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacCardDrawn(TypedDict):
    """A seat takes the top card of the pile; only that seat sees its number."""

    type: Literal['card_drawn']
    seat: int
    pile_left: int
    number: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacChest(TypedDict):
    """The chest in a finder's hands, with its dice as they lie. Replaced, never changed."""

    finder: int
    pawn: int
    secret: int
    ordinary: int
    special: KimbacSpecial
    shakes: int
    resume: KimbacResume | None


class KimbacChestRenounced(TypedDict):
    """The finder gives up the treasure and puts the chest back."""

    type: Literal['chest_renounced']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacChestShaken(TypedDict):
    """The chest is shaken; only the finder sees the dice, unless the throw is void."""

    type: Literal['chest_shaken']
    seat: int
    void: bool
    ordinary: int | None
    special: KimbacSpecial | None
    cache: int | None
    treasure: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacChestTaken(TypedDict):
    """A seat shows the pair of a monument and takes the chest."""

    type: Literal['chest_taken']
    seat: int
    pawn: int
    monument: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacChestView(TypedDict):
    """The chest as a reader may see it."""

    finder: int
    pawn: int
    secret: int
    ordinary: int | None
    special: KimbacSpecial | None
    shakes: int
    resume: KimbacResume | None


class KimbacCreated(TypedDict):
    """A new game, with the secrets that only its creator gets."""

    id: str
    game: Literal['kimbac']
    version: int
    status: GameStatus
    seats: list[SeatCreated]
    commitment: str
    view: KimbacGameDocument
    next: KimbacLegalActions | None
    expires_at: str
    host_token: NotRequired[str]
    spectator_token: NotRequired[str]
    invite: NotRequired[str]


class KimbacEndTurn(TypedDict):
    """End the turn without taking the chest (KIM-32)."""

    type: Literal['end_turn']


class KimbacFirstRoll(TypedDict):
    """The seats roll to see who starts; tied highest seats roll again."""

    type: Literal['first_roll']
    throws: list[KimbacThrow]
    again: bool
    first_seat: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacGameDocument(TypedDict):
    """A game as its reader may see it."""

    id: str
    game: Literal['kimbac']
    version: int
    decision: int | None
    status: GameStatus
    you: int | None
    events: NotRequired[list[KimbacEvent]]
    seats: list[SeatView]
    phase: KimbacPhase | None
    to_act: list[int]
    position: KimbacView | None
    result: KimbacResult | None
    clock: ClockView | None
    commitment: str
    open_seed: bool
    sandbox: bool
    private: bool
    expires_at: str
    seed: NotRequired[str]
    rematch: NotRequired[str]
    forked_from: NotRequired[ForkedFrom]
    at: NotRequired[int]
    actions: NotRequired[KimbacLegalActions]


class KimbacGameOver(TypedDict):
    """The last event of a finished game."""

    type: Literal['game_over']
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: KimbacReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacGameStarted(TypedDict):
    """A game begins."""

    type: Literal['game_started']
    seats: int
    options: KimbacOptions
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacHandsReshuffled(TypedDict):
    """The pile is empty, and nobody holds a live pair or claims one: all hands become a new pile."""

    type: Literal['hands_reshuffled']
    cards: int
    laps: int | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacLegalActions(TypedDict):
    """Everything that this seat may do now."""

    version: int
    decision: int | None
    seat: int
    status: GameStatus
    actions: list[KimbacAction]
    labels: list[ActionLabel]
    complete: bool
    templates: list[Template]


class KimbacMovePawn(TypedDict):
    """Move the pawn whose turn it is to an adjacent free crossroad (KIM-10, KIM-53, KIM-60)."""

    type: Literal['move_pawn']
    pawn: int
    to: KimbacNode


class KimbacNoCardLeft(TypedDict):
    """The pile is empty and a seat holds a live pair: the turn goes on without a card."""

    type: Literal['no_card_left']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacOptions(TypedDict):
    """The agreements before a game of Kim-Bac."""

    rounds: int
    reached_bonus: KimbacReachedBonus
    shortfall: KimbacShortfall
    claim_while_standing: bool
    max_search_turns: int
    max_hunt_turns: int
    hunt_cap_result: KimbacHuntCapResult
    kimbac_may_stay: NotRequired[bool]
    empty_pile: NotRequired[KimbacEmptyPile]


class KimbacPawnBlocked(TypedDict):
    """A pawn has no free crossroad beside it and is skipped."""

    type: Literal['pawn_blocked']
    seat: int
    pawn: int
    at: KimbacNode
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacPawnPlaced(TypedDict):
    """A pawn takes its gate."""

    type: Literal['pawn_placed']
    seat: int
    pawn: int
    gate: KimbacGate
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacPlacePawn(TypedDict):
    """Place a pawn on a free gate (KIM-4, KIM-5)."""

    type: Literal['place_pawn']
    pawn: int
    gate: KimbacGate


class KimbacPosition(TypedDict):
    """The whole truth: always a decision point, or over."""

    phase: KimbacPhase
    game: Literal['kimbac']
    schema: Literal[1]
    options: KimbacOptions
    round: int
    active_seat: int | None
    first_seat: int | None
    next_pawn: int | None
    arrived: list[KimbacPawnNumber]
    pawns: list[list[KimbacPawnPlace]]
    pile: list[KimbacMonumentNumber]
    hands: list[list[KimbacMonumentNumber]]
    face_up: list[list[KimbacMonumentNumber]]
    search_turn: int
    dry_turns: NotRequired[int]
    renounced_by: int | None
    chest: KimbacChest | None
    kimbac: Kimbac | None
    hunt_turn: int
    scores: list[KimbacPositionScoresEntry]
    round_results: list[KimbacRoundResult]
    result: KimbacResult | None


class KimbacRenounce(TypedDict):
    """Give up the treasure and put the chest back (KIM-39, KIM-40)."""

    type: Literal['renounce']


class KimbacReplay(TypedDict):
    """A whole game, for anybody to run again."""

    game: Literal['kimbac']
    id: str
    status: GameStatus
    seats: int
    seed: str
    nonces: list[str]
    commitment: str
    options: KimbacOptions
    opening: KimbacPosition | None
    deal: ReplayDeal
    acts: list[KimbacReplayAct]
    result: KimbacResult | None
    created_at: str
    players: list[str]
    cursor: NotRequired[str]


class KimbacReplayAct(TypedDict):
    """One submitted action."""

    seat: int
    version: int
    action: KimbacAction
    dice: list[int]
    sha256: str
    taken_back: NotRequired[int]
    outcomes: NotRequired[list[int]]


class KimbacResult(TypedDict):
    """How the game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: KimbacReason


class KimbacResume(TypedDict):
    """Where the turn goes on when the finder renounces."""

    phase: KimbacResumePhase
    next_pawn: int | None


class KimbacRoundEnded(TypedDict):
    """A round is over and its taels are added to the totals."""

    type: Literal['round_ended']
    round: int
    scores: list[KimbacPositionScoresEntry]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacRoundResult(TypedDict):
    """How a finished round ended."""

    round: int
    outcome: KimbacRoundResultOutcome
    kimbac: int | None
    secret: int | None
    cache: int | None
    treasure: int | None
    held: list[KimbacRoundResultHeldEntry] | None
    paid: list[KimbacRoundResultPaidEntry]
    leftover: int


class KimbacRoundStarted(TypedDict):
    """The cards are shuffled and the pawns wait to be placed."""

    type: Literal['round_started']
    round: int
    start_seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacRoundVoid(TypedDict):
    """The search has lasted too long: the round counts for nobody."""

    type: Literal['round_void']
    round: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacStay(TypedDict):
    """The Kim-Bac stays where he is, where the option allows it (KIM-53, KIM-113)."""

    type: Literal['stay']


class KimbacStayed(TypedDict):
    """The Kim-Bac stays where he is."""

    type: Literal['kimbac_stayed']
    seat: int
    pawn: int
    at: KimbacNode
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacTakeChest(TypedDict):
    """Show the pair of the monument at which an own pawn stands and take the chest (KIM-31)."""

    type: Literal['take_chest']
    monument: int


class KimbacThrow(TypedDict):
    """What one seat threw to see who starts."""

    seat: int
    value: int


class KimbacTreasureLost(TypedDict):
    """The hunt has lasted too long: nobody gets the treasure."""

    type: Literal['treasure_lost']
    seat: int
    at: KimbacCrossroads
    hunt_turn: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacTreasureReached(TypedDict):
    """The Kim-Bac arrives at the monument that hides the treasure."""

    type: Literal['treasure_reached']
    seat: int
    at: KimbacCrossroads
    hunt_turn: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacTreasureRevealed(TypedDict):
    """The chest is opened before everybody."""

    type: Literal['treasure_revealed']
    ordinary: int
    special: KimbacSpecial
    cache: int
    secret: int
    treasure: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacTreasureShared(TypedDict):
    """What each seat gets: its bonus for cards of the cache, and its share of the rest."""

    type: Literal['treasure_shared']
    held: list[KimbacRoundResultHeldEntry]
    bonus: list[KimbacTreasureSharedBonusEntry]
    share: list[KimbacRoundResultPaidEntry]
    paid: list[KimbacRoundResultPaidEntry]
    leftover: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacTurn(TypedDict):
    """A decision that a remote bot owes, with all that it needs to make it."""

    game: Literal['kimbac']
    id: str
    version: int
    decision: int
    seat: int
    deadline: str
    act: str
    view: KimbacGameDocument
    actions: KimbacLegalActions
    events: list[KimbacEvent]
    latency_ms: int | None
    text: NotRequired[TurnText]


class KimbacTurnEnded(TypedDict):
    """A seat has ended its search turn."""

    type: Literal['turn_ended']
    seat: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacTurnStarted(TypedDict):
    """A seat begins its search turn."""

    type: Literal['turn_started']
    seat: int
    search_turn: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class KimbacView(TypedDict):
    """What one reader may see: every key of the position, hidden parts counted or null."""

    game: Literal['kimbac']
    schema: Literal[1]
    options: KimbacOptions
    round: int
    phase: KimbacPhase
    active_seat: int | None
    first_seat: int | None
    next_pawn: int | None
    arrived: list[KimbacPawnNumber]
    pawns: list[list[KimbacPawnPlace]]
    pile: int
    hands: list[list[KimbacMonumentNumber] | None]
    hand_sizes: list[KimbacViewHandSizesEntry]
    face_up: list[list[KimbacMonumentNumber]]
    search_turn: int
    renounced_by: int | None
    chest: KimbacChestView | None
    cache: int | None
    treasure: int | None
    kimbac: Kimbac | None
    hunt_turn: int
    scores: list[KimbacPositionScoresEntry]
    round_results: list[KimbacRoundResult]
    result: KimbacResult | None
    dry_turns: NotRequired[int]


class LegalActions(TypedDict):
    """Everything that this seat may do now. This much is the same in every game."""

    version: int
    decision: int | None
    seat: int
    status: GameStatus
    actions: list[Action]
    labels: list[ActionLabel]
    complete: bool
    templates: list[Template]


class Masked(TypedDict):
    """A past event without a face that its reader has to remember; the event itself is shown when the game is
    over."""

    type: Literal['masked']
    event: str
    masked: list[str]
    seat: int | None
    fields: dict[str, Any]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongActed(TypedDict):
    """What an action did."""

    version: int
    events: list[MekongEvent]
    view: MekongGameDocument
    next: MekongLegalActions | None


class MekongCardCancelled(TypedDict):
    """A card is skipped because of one or more dragons."""

    type: Literal['card_cancelled']
    round: int
    step: int
    seat: int
    card: MekongCard
    by: list[MekongSeat]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongCardVoid(TypedDict):
    """A card, or the rest of it, cannot be carried out."""

    type: Literal['card_void']
    round: int
    step: int
    seat: int
    card: MekongCard
    reason: MekongCardVoidReason
    unused: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongChoosePlank(TypedDict):
    """Choose the plank of the own reserve that is to be placed (MEK-40)."""

    type: Literal['choose_plank']
    plank: MekongPlank


class MekongCommitProgram(TypedDict):
    """Lay five cards face down, slot 1 first (MEK-11)."""

    type: Literal['commit_program']
    cards: list[MekongCard]


class MekongCreated(TypedDict):
    """A new game, with the secrets that only its creator gets."""

    id: str
    game: Literal['mekong']
    version: int
    status: GameStatus
    seats: list[SeatCreated]
    commitment: str
    view: MekongGameDocument
    next: MekongLegalActions | None
    expires_at: str
    host_token: NotRequired[str]
    spectator_token: NotRequired[str]
    invite: NotRequired[str]


class MekongDragonPlayed(TypedDict):
    """A seat shows a dragon."""

    type: Literal['dragon_played']
    round: int
    step: int
    seat: int
    target: int
    effective: bool
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongGameDocument(TypedDict):
    """A game as its reader may see it."""

    id: str
    game: Literal['mekong']
    version: int
    decision: int | None
    status: GameStatus
    you: int | None
    events: NotRequired[list[MekongEvent]]
    seats: list[SeatView]
    phase: MekongPhase | None
    to_act: list[int]
    position: MekongView | None
    result: MekongResult | None
    clock: ClockView | None
    commitment: str
    open_seed: bool
    sandbox: bool
    private: bool
    expires_at: str
    seed: NotRequired[str]
    rematch: NotRequired[str]
    forked_from: NotRequired[ForkedFrom]
    at: NotRequired[int]
    actions: NotRequired[MekongLegalActions]


class MekongGameOver(TypedDict):
    """The last event of a finished game."""

    type: Literal['game_over']
    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: MekongReason
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongGameStarted(TypedDict):
    """The game begins, or goes on from an imported position."""

    type: Literal['game_started']
    round: int
    step: int
    seats: int
    options: MekongOptions
    colours: list[MekongColour]
    statuette: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongJumpPawn(TypedDict):
    """Jump with the own pawn over another one (MEK-80)."""

    type: Literal['jump_pawn']
    over: MekongSupport
    to: MekongSupport


class MekongLegalActions(TypedDict):
    """Everything that this seat may do now."""

    version: int
    decision: int | None
    seat: int
    status: GameStatus
    actions: list[MekongAction]
    labels: list[ActionLabel]
    complete: bool
    templates: list[Template]


class MekongMovePawn(TypedDict):
    """Walk the own pawn (MEK-72, MEK-76)."""

    type: Literal['move_pawn']
    path: list[MekongSupport]


class MekongOptions(TypedDict):
    """The options of a game."""

    plank_fit: MekongPlankFit
    plank_attempt: MekongPlankAttempt
    jump_from_village: bool
    first_seat: int | None
    colours: list[MekongColour] | None
    round_cap: int


class MekongPending(TypedDict):
    """The card that is being carried out."""

    card: MekongCard
    remaining: int
    plank: MekongPlank | None


class MekongPlacePlank(TypedDict):
    """Lay the chosen plank on two supports, named in any order (MEK-41)."""

    type: Literal['place_plank']
    supports: list[MekongStoneSite]


class MekongPlaceStone(TypedDict):
    """Put a stone on an island (MEK-30)."""

    type: Literal['place_stone']
    island: MekongStoneSite


class MekongPlankChosen(TypedDict):
    """A seat has chosen the plank that it will place."""

    type: Literal['plank_chosen']
    round: int
    step: int
    seat: int
    plank: MekongPlank
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongPlankLost(TypedDict):
    """A plank leaves the game for good."""

    type: Literal['plank_lost']
    round: int
    step: int
    seat: int
    plank: MekongPlank
    reason: MekongPlankLostReason
    supports: list[MekongStoneSite] | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongPlankPlaced(TypedDict):
    """A plank is laid."""

    type: Literal['plank_placed']
    round: int
    step: int
    seat: int
    plank: MekongPlank
    supports: list[MekongStoneSite]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongPlankRemoved(TypedDict):
    """A plank goes from the board to a seat's reserve."""

    type: Literal['plank_removed']
    round: int
    step: int
    seat: int
    plank: MekongPlank
    supports: list[MekongStoneSite]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongPlayer(TypedDict):
    """One seat's pieces and cards."""

    colour: MekongColour
    pawn: MekongSupport
    reserve: list[MekongPlank]
    program: list[MekongCard] | None


class MekongPlayerView(TypedDict):
    """One seat's pieces and cards, as far as the reader may see them."""

    colour: MekongColour
    pawn: MekongSupport
    reserve: list[MekongPlank]
    committed: bool
    program: list[MekongCard | None] | None
    hand: list[MekongCard] | None
    hand_size: int


class MekongPosition(TypedDict):
    """The whole truth."""

    phase: MekongPhase
    game: Literal['mekong']
    schema: Literal[1]
    board: Literal['delta']
    options: MekongOptions
    round: int
    statuette: int
    step: int
    turn: int
    players: list[MekongPlayer]
    stones: list[MekongIsland]
    planks: dict[str, list[MekongPlankEnd]]
    lost: list[MekongPlank]
    pending: MekongPending | None
    result: MekongResult | None


class MekongProgramCommitted(TypedDict):
    """A seat has laid its five cards; only that seat sees which."""

    type: Literal['program_committed']
    round: int
    step: int
    seat: int
    cards: list[MekongCard] | None
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongRemovePlank(TypedDict):
    """Take a plank from the board into the own reserve (MEK-61)."""

    type: Literal['remove_plank']
    plank: MekongPlank


class MekongRemoveStone(TypedDict):
    """Put a stone back into the common reserve (MEK-65)."""

    type: Literal['remove_stone']
    island: MekongIsland


class MekongReplay(TypedDict):
    """A whole game, for anybody to run again."""

    game: Literal['mekong']
    id: str
    status: GameStatus
    seats: int
    seed: str
    nonces: list[str]
    commitment: str
    options: MekongOptions
    opening: MekongPosition | None
    deal: ReplayDeal
    acts: list[MekongReplayAct]
    result: MekongResult | None
    created_at: str
    players: list[str]
    cursor: NotRequired[str]


class MekongReplayAct(TypedDict):
    """One submitted action."""

    seat: int
    version: int
    action: MekongAction
    dice: list[int]
    sha256: str
    taken_back: NotRequired[int]
    outcomes: NotRequired[list[int]]


class MekongResult(TypedDict):
    """How the game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: MekongReason


class MekongRoundEnded(TypedDict):
    """All five steps are done; the statuette goes on."""

    type: Literal['round_ended']
    round: int
    step: int
    statuette: int
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongStepRevealed(TypedDict):
    """The next cards of all seats are turned over together."""

    type: Literal['step_revealed']
    round: int
    step: int
    cards: list[MekongCard]
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongStonePlaced(TypedDict):
    """A stone is put on an island."""

    type: Literal['stone_placed']
    round: int
    step: int
    seat: int
    island: MekongIsland
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongStoneRemoved(TypedDict):
    """A stone goes back to the common reserve."""

    type: Literal['stone_removed']
    round: int
    step: int
    seat: int
    island: MekongIsland
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class MekongTurn(TypedDict):
    """A decision that a remote bot owes, with all that it needs to make it."""

    game: Literal['mekong']
    id: str
    version: int
    decision: int
    seat: int
    deadline: str
    act: str
    view: MekongGameDocument
    actions: MekongLegalActions
    events: list[MekongEvent]
    latency_ms: int | None
    text: NotRequired[TurnText]


class MekongView(TypedDict):
    """What a seat may see."""

    game: Literal['mekong']
    schema: Literal[1]
    board: Literal['delta']
    options: MekongOptions
    round: int
    statuette: int
    phase: MekongPhase
    step: int
    turn: int
    players: list[MekongPlayerView]
    stones: list[MekongIsland]
    planks: dict[str, list[MekongPlankEnd]]
    lost: list[MekongPlank]
    pending: MekongPending | None
    result: MekongResult | None


class Put(TypedDict):
    """A piece appears on the board, or leaves it."""

    piece: str
    at: NotRequired[str]


class RematchOffered(TypedDict):
    """The same seats meet again in a new game."""

    type: Literal['rematch_offered']
    id: str
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class ReplayDeal(TypedDict):
    """The deal, before the first action."""

    dice: list[int]
    sha256: str
    outcomes: NotRequired[list[int]]


class Result(TypedDict):
    """How the game ended."""

    winners: list[int]
    ranking: list[list[int]]
    scores: list[int]
    reason: str


class SeatChanged(TypedDict):
    """A seat was handed to a bot, taken back, or opened to others."""

    type: Literal['seat_changed']
    seat: int
    kind: SeatKind
    name: str
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class SeatCreated(TypedDict):
    """A seat of a new game, with the token of a human."""

    seat: int
    kind: SeatKind
    name: str
    token: NotRequired[str]


class SeatResigned(TypedDict):
    """A player has given up; a bot plays on, or the game of two is over."""

    type: Literal['seat_resigned']
    seat: int
    name: str
    then: SeatResignedThen
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class SeatTaken(TypedDict):
    """An open seat was taken."""

    type: Literal['seat_taken']
    seat: int
    name: str
    seq: int
    version: int
    auto: NotRequired[bool]
    sentence: str


class SeatView(TypedDict):
    """A seat as everybody sees it."""

    seat: int
    name: str
    kind: SeatKind
    bot: str | None
    level: int | None
    thinking: bool
    resigned: bool
    absent: bool


class Template(TypedDict):
    """A family of legal actions that is too large to list."""

    type: str
    parameters: dict[str, Domain]
    pieces: dict[str, list[str]]


class TurnText(TypedDict):
    """A turn in words, for people and language models."""

    board: str
    actions: list[str]


class Turned(TypedDict):
    """A piece shows another face."""

    piece: str
    to: str


class View(TypedDict):
    """What everybody may see. This much is the same in every game."""

    game: Slug
    schema: Literal[1]
    phase: str


ActionEffectKind: TypeAlias = "Literal['path', 'stop', 'flip', 'place', 'remove', 'take', 'gain', 'lose', 'pay', 'reveal', 'risk', 'block', 'end']"
BabordAction: TypeAlias = "BabordChoosePort | BabordRollWind | BabordObserve | BabordFish | BabordFire | BabordAttack | BabordBuy | BabordSetOut | BabordSail | BabordJump | BabordSwapTiles | BabordPeek | BabordEndTurn"
BabordBallGone = TypedDict("BabordBallGone", {"type": "Literal['ball_gone']", "owner": "int", "from": "list[BabordTileCoordinate]", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BabordBallMoved = TypedDict("BabordBallMoved", {"type": "Literal['ball_moved']", "owner": "int", "from": "list[BabordTileCoordinate]", "to": "list[BabordTileCoordinate]", "direction": "BabordDirection", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BabordBallsFly: TypeAlias = "Literal['own_turn', 'every_turn']"
BabordBermudaPoint: TypeAlias = "Literal['now', 'later']"
BabordBlockedPush: TypeAlias = "Literal['cancelled', 'forbidden']"
BabordBoatHitBy: TypeAlias = "Literal['ball_entered', 'boat_entered']"
BabordCell: TypeAlias = "str | None"
BabordDashboardChangedChangesEntry: TypeAlias = "int"
BabordDashboardChangedReason: TypeAlias = "Literal['arrival', 'fishing', 'cannonball']"
BabordDirection: TypeAlias = "Literal['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw']"
BabordEvent: TypeAlias = "BabordGameStarted | BabordFirstSeatDrawn | BabordPortChosen | BabordTurnStarted | BabordBallFired | BabordBallMoved | BabordBallGone | BabordBoatHit | BabordWindRolled | BabordSailed | BabordTileRevealed | BabordDashboardChanged | BabordObserved | BabordTileSeen | BabordTilesSwapped | BabordJumped | BabordPointChosen | BabordTreasureTaken | BabordTreasureStolen | BabordAttackFailed | BabordTreasureLost | BabordBought | BabordBoatSunk | BabordTurnEnded | BabordGameOver | SeatTaken | SeatChanged | SeatResigned | ActionTakenBack | ClockRanOut | BotFailed | RematchOffered | GameAborted | Masked"
BabordItem: TypeAlias = "Literal['hull', 'fuel', 'xp', 'cannonballs', 'knife']"
BabordJumped = TypedDict("BabordJumped", {"type": "Literal['jumped']", "seat": "int", "from": "list[BabordPointCoordinate]", "to": "list[BabordPointCoordinate]", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BabordObservedReason: TypeAlias = "Literal['observe', 'spyglass']"
BabordPhase: TypeAlias = "Literal['choose_port', 'before_action', 'set_out', 'sail', 'jump', 'swap_tiles', 'peek', 'after_action', 'game_over']"
BabordPlayerArrivedTile: TypeAlias = "Literal['t01', 't02', 't03', 't04', 't05', 't06', 't07', 't08', 't09', 't10', 't11', 't12', 't13', 't14', 't15', 't16', 't17', 't18', 't19', 't20', 't21', 't22', 't23', 't24', 't25', 't26', 't27', 't28', 't29', 't30', 't31', 't32', 'port_nw', 'port_ne', 'port_se', 'port_sw']"
BabordPointChosen = TypedDict("BabordPointChosen", {"type": "Literal['point_chosen']", "seat": "int", "from": "list[BabordPointCoordinate]", "point": "list[BabordPointCoordinate]", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BabordPointCoordinate: TypeAlias = "int"
BabordPort: TypeAlias = "Literal['nw', 'ne', 'se', 'sw']"
BabordReason: TypeAlias = "Literal['treasure_home', 'all_sunk', 'last_afloat', 'round_cap', 'resigned']"
BabordSailed = TypedDict("BabordSailed", {"type": "Literal['sailed']", "seat": "int", "from": "list[BabordPointCoordinate]", "to": "list[BabordPointCoordinate]", "wind": "BabordWindDirection", "steps": "int", "fuel_used": "int", "path": "list[list[BabordPointCoordinate]]", "stayed_on_tile": "bool", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BabordTileCoordinate: TypeAlias = "int"
BabordTileId: TypeAlias = "Literal['t01', 't02', 't03', 't04', 't05', 't06', 't07', 't08', 't09', 't10', 't11', 't12', 't13', 't14', 't15', 't16', 't17', 't18', 't19', 't20', 't21', 't22', 't23', 't24', 't25', 't26', 't27', 't28', 't29', 't30', 't31', 't32']"
BabordTileKind: TypeAlias = "Literal['treasure', 'mine', 'iceberg', 'pirates', 'bermuda', 'tornado', 'spyglass', 'palm', 'sea', 'fish', 'whale', 'shark']"
BabordTileRevealedReason: TypeAlias = "Literal['arrival', 'fishing']"
BabordTreasureLostReason: TypeAlias = "Literal['pirates', 'cannonball', 'sunk']"
BabordWindDie: TypeAlias = "Literal['six_free', 'four_winds']"
BabordWindDirection: TypeAlias = "Literal['n', 'e', 's', 'w']"
BabordWindMode: TypeAlias = "Literal['each_step', 'once']"
BailoukeAction: TypeAlias = "BailoukeAssignToken | BailoukeReady | BailoukePlay | BailoukeReplace | BailoukeChooseEffect | BailoukePeek | BailoukeExchange | BailoukeExchangeWithPile | BailoukeShuffleZone | BailoukeTarget | BailoukeMoveToken | BailoukeExchangeSeen | BailoukeReveal | BailoukeHandOver | BailoukeStealToken | BailoukeGive | BailoukeSkip | BailoukePlaceAdded | BailoukeDiscard | BailoukePass | BailoukeAnnounce | BailoukeEndTurn"
BailoukeBeast: TypeAlias = "int"
BailoukeCardId: TypeAlias = "int"
BailoukeCardIdOrNull: TypeAlias = "int | None"
BailoukeCardPlayed = TypedDict("BailoukeCardPlayed", {"type": "Literal['card_played']", "seat": "int", "card": "int", "value": "int", "from": "BailoukeCardPlayedFrom", "in_card": "int | None", "place": "int | None", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BailoukeCardPlayedFrom: TypeAlias = "Literal['draw', 'zone']"
BailoukeCardSeenReason: TypeAlias = "Literal['draw', 'token', 'peek', 'pile']"
BailoukeCause: TypeAlias = "Literal['failed_discard', 'add_from_pile', 'give_card']"
BailoukeChoiceCommittedOp: TypeAlias = "Literal['reveal_contest', 'pass_left']"
BailoukeEmptyZoneTiming: TypeAlias = "Literal['end_of_phase', 'immediate']"
BailoukeEnding: TypeAlias = "Literal['empty_zone', 'pile', 'announcement']"
BailoukeEvent: TypeAlias = "BailoukeGameStarted | BailoukeRoundStarted | BailoukeSeatReady | BailoukeTokenAssigned | BailoukeTokenFreed | BailoukeTokenMoved | BailoukeCardSeen | BailoukeTurnStarted | BailoukePeboudeChanged | BailoukeCardDrawn | BailoukeCardPlayed | BailoukeEffectChosen | BailoukeStepSkipped | BailoukeTokenGained | BailoukeTokenStolen | BailoukeTokenReturned | BailoukeCardPeeked | BailoukeCardsExchanged | BailoukeZoneShuffled | BailoukeChoiceCommitted | BailoukeCardsRevealed | BailoukeDiscountGained | BailoukeCardsPassed | BailoukeCardIncoming | BailoukeCardAdded | BailoukePileRemoved | BailoukeCardDiscarded | BailoukeDiscardFailed | BailoukeDiscardPassed | BailoukeAnnounced | BailoukeRoundEnded | BailoukeKouronnGained | BailoukeGameOver | SeatTaken | SeatChanged | SeatResigned | ActionTakenBack | ClockRanOut | BotFailed | RematchOffered | GameAborted | Masked"
BailoukeLastRoundNextDealEntry: TypeAlias = "int"
BailoukeLastRoundReductionsEntry: TypeAlias = "int"
BailoukeLastRoundTotalsEntry: TypeAlias = "int"
BailoukePhase: TypeAlias = "Literal['place_tokens', 'play', 'effect', 'place_added', 'discard', 'announce', 'game_over']"
BailoukePlayerFerEntry: TypeAlias = "int"
BailoukeReason: TypeAlias = "Literal['wins', 'round_cap', 'resigned']"
BailoukeSide: TypeAlias = "Literal['left', 'right']"
BailoukeStepSkippedReason: TypeAlias = "Literal['impossible', 'declined']"
BailoukeTizeanneDeal: TypeAlias = "Literal['fewer', 'more']"
BailoukeTokenOnReplace: TypeAlias = "Literal['freed', 'stays']"
BakongAction: TypeAlias = "BakongTakeObject | BakongReroll | BakongFlip | BakongFlipSecond | BakongMove | BakongLoseObject | BakongTakeEmeralds | BakongTakeBigEmerald | BakongDiscard | BakongPass"
BakongCurrentAt: TypeAlias = "Literal['jungle_emerald', 'abandoned_camp', 'cave', 'temple']"
BakongDie: TypeAlias = "int"
BakongDirection: TypeAlias = "Literal['outward', 'return']"
BakongEmeraldsMissedReason: TypeAlias = "Literal['supply', 'room']"
BakongEmeraldsTakenSource: TypeAlias = "Literal['jungle_emerald', 'cave']"
BakongEvent: TypeAlias = "BakongGameStarted | BakongFirstSeatDrawn | BakongObjectTaken | BakongTurnStarted | BakongDiceRolled | BakongDiceRerolled | BakongTileTurned | BakongTurnVoid | BakongMapUnused | BakongMoveDeclared | BakongSlotEntered | BakongHalted | BakongHazardIgnored | BakongOuchReceived | BakongOuchSupplyEmpty | BakongObjectLost | BakongObjectReturned | BakongCaveRolled | BakongEmeraldsTaken | BakongEmeraldsMissed | BakongOuchReturned | BakongWaterfallCursed | BakongTempleReached | BakongBigEmeraldTaken | BakongItemDiscarded | BakongItemDeclined | BakongFirstHome | BakongFinalScores | BakongGameOver | SeatTaken | SeatChanged | SeatResigned | ActionTakenBack | ClockRanOut | BotFailed | RematchOffered | GameAborted | Masked"
BakongFace: TypeAlias = "Literal['jungle', 'jungle_emerald', 'abandoned_camp', 'waterfall', 'cave', 'river', 'cliff', 'ditch', 'quicksand']"
BakongFlipped = TypedDict("BakongFlipped", {"slot": "int", "from": "BakongFace", "to": "BakongFace"})
BakongGameStartedBigEmeraldsEntry: TypeAlias = "int"
BakongIncomingKind: TypeAlias = "Literal['object', 'big', 'x3', 'x1']"
BakongMapColour: TypeAlias = "Literal['before', 'after']"
BakongObject: TypeAlias = "Literal['rope', 'grapnel', 'first_aid_kit', 'journal', 'machete', 'torch', 'map', 'compass']"
BakongObjectTaken = TypedDict("BakongObjectTaken", {"type": "Literal['object_taken']", "seat": "int", "object": "BakongObject", "from": "BakongPlace", "left_by": "int | None", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BakongPhase: TypeAlias = "Literal['choose_start_object', 'choose_flip', 'map_flip', 'choose_steps', 'quicksand', 'camp', 'choose_split', 'choose_big_emerald', 'temple_pick', 'make_room', 'game_over']"
BakongPlace: TypeAlias = "Literal['supply', 'temple']"
BakongPlacedPocket: TypeAlias = "Literal['central', 'left', 'right', 'top']"
BakongQuicksandLoss: TypeAlias = "Literal['on_crossing', 'after_move']"
BakongReason: TypeAlias = "Literal['first_home', 'resigned']"
BakongSupplyObjectsEntry: TypeAlias = "int"
BakongTileFace: TypeAlias = "Literal['jungle', 'jungle_emerald', 'abandoned_camp', 'waterfall', 'cave', 'river', 'cliff', 'ditch', 'quicksand', 'start_camp', 'temple']"
BakongTileId: TypeAlias = "Literal['t01', 't02', 't03', 't04', 't05', 't06', 't07', 't08', 't09', 't10', 't11', 't12', 't13', 't14', 't15', 't16', 't17', 't18', 't19', 't20', 't21', 't22', 't23', 't24']"
BakongTileTurned = TypedDict("BakongTileTurned", {"type": "Literal['tile_turned']", "seat": "int", "slot": "int", "from": "BakongFace", "to": "BakongFace", "tile": "BakongTileId", "by": "BakongTileTurnedBy", "first_time": "bool", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
BakongTileTurnedBy: TypeAlias = "Literal['die', 'map']"
BakongTileViewColour: TypeAlias = "Literal['yellow', 'red', 'green']"
BakongToken: TypeAlias = "Literal['rope', 'grapnel', 'first_aid_kit', 'journal', 'machete', 'torch', 'map', 'compass', 'x1', 'x3']"
BakongTrackTileSide: TypeAlias = "Literal['a', 'b']"
BakongTreasure: TypeAlias = "Literal['rope', 'grapnel', 'first_aid_kit', 'journal', 'machete', 'torch', 'map', 'compass', 'x1', 'x3', 'big']"
BotFault: TypeAlias = "Literal['timeout', 'unreachable', 'status', 'nonsense', 'too_large', 'illegal', 'gone', 'left']"
BuiltInBot: TypeAlias = "Literal['random', 'greedy', 'search']"
Counted = TypedDict("Counted", {"panel": "str", "what": "NotRequired[str]", "from": "NotRequired[int]", "to": "NotRequired[int]", "by": "NotRequired[int]"})
Domain = TypedDict("Domain", {"length": "int", "distinct": "bool", "from": "list[str]", "at_most": "dict[str, int]", "schema": "dict[str, Any]"})
GameAbortedReason: TypeAlias = "Literal['host', 'clock', 'length']"
GameStatus: TypeAlias = "Literal['open', 'running', 'finished', 'aborted']"
HookEvent: TypeAlias = "Literal['turn', 'seat_taken', 'over', 'bot_failed']"
KimbacAction: TypeAlias = "KimbacPlacePawn | KimbacMovePawn | KimbacStay | KimbacTakeChest | KimbacEndTurn | KimbacBecomeKimbac | KimbacRenounce"
KimbacCrossroads: TypeAlias = "Literal['x102', 'x103', 'x105', 'x106', 'x107', 'x108', 'x110', 'x111', 'x201', 'x202', 'x203', 'x204', 'x205', 'x207', 'x208', 'x209', 'x210', 'x211', 'x212', 'x301', 'x302', 'x304', 'x305', 'x306', 'x307', 'x309', 'x310', 'x311', 'x312', 'x402', 'x403', 'x404', 'x406', 'x407', 'x408', 'x409', 'x410', 'x411', 'x502', 'x503', 'x505', 'x506', 'x507', 'x508', 'x510', 'x511', 'x512', 'x601', 'x602', 'x603', 'x604', 'x605', 'x606', 'x608', 'x609', 'x610', 'x611', 'x701', 'x702', 'x703', 'x704', 'x706', 'x707', 'x708', 'x710', 'x711', 'x712', 'x802', 'x804', 'x805', 'x806', 'x808', 'x809', 'x810', 'x811']"
KimbacEmptyPile: TypeAlias = "Literal['keep', 'reshuffle']"
KimbacEvent: TypeAlias = "KimbacGameStarted | KimbacRoundStarted | KimbacPawnPlaced | KimbacFirstRoll | KimbacTurnStarted | KimbacCardDrawn | KimbacNoCardLeft | KimbacHandsReshuffled | KimbacPawnMoved | KimbacPawnBlocked | KimbacTurnEnded | KimbacChestTaken | KimbacChestShaken | KimbacChestRenounced | KimbacAppeared | KimbacStayed | KimbacCaptured | KimbacTreasureReached | KimbacTreasureLost | KimbacTreasureRevealed | KimbacTreasureShared | KimbacRoundVoid | KimbacRoundEnded | KimbacGameOver | SeatTaken | SeatChanged | SeatResigned | ActionTakenBack | ClockRanOut | BotFailed | RematchOffered | GameAborted | Masked"
KimbacGate: TypeAlias = "Literal['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L']"
KimbacHuntCapResult: TypeAlias = "Literal['lost', 'captured']"
KimbacMonumentNumber: TypeAlias = "int"
KimbacNode: TypeAlias = "Literal['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'x102', 'x103', 'x105', 'x106', 'x107', 'x108', 'x110', 'x111', 'x201', 'x202', 'x203', 'x204', 'x205', 'x207', 'x208', 'x209', 'x210', 'x211', 'x212', 'x301', 'x302', 'x304', 'x305', 'x306', 'x307', 'x309', 'x310', 'x311', 'x312', 'x402', 'x403', 'x404', 'x406', 'x407', 'x408', 'x409', 'x410', 'x411', 'x502', 'x503', 'x505', 'x506', 'x507', 'x508', 'x510', 'x511', 'x512', 'x601', 'x602', 'x603', 'x604', 'x605', 'x606', 'x608', 'x609', 'x610', 'x611', 'x701', 'x702', 'x703', 'x704', 'x706', 'x707', 'x708', 'x710', 'x711', 'x712', 'x802', 'x804', 'x805', 'x806', 'x808', 'x809', 'x810', 'x811']"
KimbacPawnMoved = TypedDict("KimbacPawnMoved", {"type": "Literal['pawn_moved']", "seat": "int", "pawn": "int", "from": "KimbacNode", "to": "KimbacCrossroads", "bridge": "KimbacPawnMovedBridge | None", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
KimbacPawnMovedBridge: TypeAlias = "Literal['bridge_1', 'bridge_2', 'bridge_3', 'bridge_4']"
KimbacPawnNumber: TypeAlias = "int"
KimbacPawnPlace: TypeAlias = "str | None"
KimbacPhase: TypeAlias = "Literal['place', 'search_move', 'search_end', 'chest', 'hunt_kimbac', 'hunt_pursuit', 'game_over']"
KimbacPositionScoresEntry: TypeAlias = "int"
KimbacReachedBonus: TypeAlias = "Literal['per_card', 'per_player']"
KimbacReason: TypeAlias = "Literal['rounds_played', 'resigned']"
KimbacResumePhase: TypeAlias = "Literal['search_move', 'search_end']"
KimbacRoundResultHeldEntry: TypeAlias = "int"
KimbacRoundResultOutcome: TypeAlias = "Literal['reached', 'captured', 'lost', 'void']"
KimbacRoundResultPaidEntry: TypeAlias = "int"
KimbacShortfall: TypeAlias = "Literal['capped', 'debt']"
KimbacSpecial: TypeAlias = "Literal[0, 6, 12]"
KimbacTreasureSharedBonusEntry: TypeAlias = "int"
KimbacViewHandSizesEntry: TypeAlias = "int"
MekongAction: TypeAlias = "MekongCommitProgram | MekongPlaceStone | MekongChoosePlank | MekongPlacePlank | MekongRemovePlank | MekongRemoveStone | MekongMovePawn | MekongJumpPawn"
MekongCard: TypeAlias = "Literal['place_1_stone', 'place_2_stones', 'place_1_plank', 'place_2_planks', 'remove', 'move_1', 'move_2', 'jump', 'dragon_red', 'dragon_black', 'dragon_blue', 'dragon_green', 'dragon_white', 'dragon_yellow']"
MekongCardVoidReason: TypeAlias = "Literal['no_stone', 'no_island', 'no_plank', 'nothing_to_remove']"
MekongColour: TypeAlias = "Literal['red', 'black', 'blue', 'green', 'white', 'yellow']"
MekongEvent: TypeAlias = "MekongGameStarted | MekongProgramCommitted | MekongStepRevealed | MekongDragonPlayed | MekongCardCancelled | MekongCardVoid | MekongStonePlaced | MekongStoneRemoved | MekongPlankChosen | MekongPlankPlaced | MekongPlankRemoved | MekongPlankLost | MekongPawnMoved | MekongPawnJumped | MekongPawnFell | MekongRoundEnded | MekongGameOver | SeatTaken | SeatChanged | SeatResigned | ActionTakenBack | ClockRanOut | BotFailed | RematchOffered | GameAborted | Masked"
MekongIsland: TypeAlias = "Literal['i01', 'i02', 'i03', 'i04', 'i05', 'i06', 'i07', 'i08', 'i09', 'i10', 'i11', 'i12', 'i13', 'i14', 'i15', 'i16', 'i17', 'i18', 'i19', 'i20', 'i21', 'i22', 'i23', 'i24', 'i25', 'i26', 'i27']"
MekongPawnFell = TypedDict("MekongPawnFell", {"type": "Literal['pawn_fell']", "round": "int", "step": "int", "seat": "int", "card": "MekongCard", "from": "MekongSupport", "to": "MekongSupport", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
MekongPawnJumped = TypedDict("MekongPawnJumped", {"type": "Literal['pawn_jumped']", "round": "int", "step": "int", "seat": "int", "from": "MekongSupport", "over": "MekongPlank", "over_seat": "int", "to": "MekongSupport", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
MekongPawnMoved = TypedDict("MekongPawnMoved", {"type": "Literal['pawn_moved']", "round": "int", "step": "int", "seat": "int", "from": "MekongSupport", "path": "list[MekongSupport]", "seq": "int", "version": "int", "auto": "NotRequired[bool]", "sentence": "str"})
MekongPhase: TypeAlias = "Literal['program', 'place_stone', 'choose_plank', 'place_plank', 'remove', 'move', 'jump', 'game_over']"
MekongPlank: TypeAlias = "Literal['red_1', 'red_2', 'red_3', 'red_4', 'red_5', 'red_6', 'black_1', 'black_2', 'black_3', 'black_4', 'black_5', 'black_6', 'blue_1', 'blue_2', 'blue_3', 'blue_4', 'blue_5', 'blue_6', 'green_1', 'green_2', 'green_3', 'green_4', 'green_5', 'green_6', 'white_1', 'white_2', 'white_3', 'white_4', 'white_5', 'white_6', 'yellow_1', 'yellow_2', 'yellow_3', 'yellow_4', 'yellow_5', 'yellow_6']"
MekongPlankAttempt: TypeAlias = "Literal['guided', 'eyeball']"
MekongPlankEnd: TypeAlias = "str"
MekongPlankFit: TypeAlias = "Literal['long_enough', 'snug']"
MekongPlankLostReason: TypeAlias = "Literal['no_place', 'misfit']"
MekongReason: TypeAlias = "Literal['goal_reached', 'round_cap', 'no_planks', 'resigned']"
MekongSeat: TypeAlias = "int"
MekongStoneSite: TypeAlias = "Literal['i01', 'i02', 'i03', 'i04', 'i05', 'i06', 'i07', 'i08', 'i09', 'i10', 'i11', 'i12', 'i13', 'i14', 'i15', 'i16', 'i17', 'i18', 'i19', 'i20', 'i21', 'i22', 'i23', 'i24', 'i25', 'i26', 'i27', 'v_red', 'v_black', 'v_blue', 'v_green', 'v_white', 'v_yellow']"
MekongSupport: TypeAlias = "Literal['red_1', 'red_2', 'red_3', 'red_4', 'red_5', 'red_6', 'black_1', 'black_2', 'black_3', 'black_4', 'black_5', 'black_6', 'blue_1', 'blue_2', 'blue_3', 'blue_4', 'blue_5', 'blue_6', 'green_1', 'green_2', 'green_3', 'green_4', 'green_5', 'green_6', 'white_1', 'white_2', 'white_3', 'white_4', 'white_5', 'white_6', 'yellow_1', 'yellow_2', 'yellow_3', 'yellow_4', 'yellow_5', 'yellow_6', 'v_red', 'v_black', 'v_blue', 'v_green', 'v_white', 'v_yellow']"
Moved = TypedDict("Moved", {"piece": "str", "to": "str", "from": "NotRequired[str]"})
Seat: TypeAlias = "int"
SeatKind: TypeAlias = "Literal['human', 'bot', 'open', 'remote']"
SeatResignedThen: TypeAlias = "Literal['bot', 'end']"
Slug: TypeAlias = "Literal['bakong', 'mekong', 'babord', 'kimbac', 'bailouke']"
TimeoutAction: TypeAlias = "Literal['bot', 'random', 'abort']"
Turn: TypeAlias = "BakongTurn | MekongTurn | BabordTurn | KimbacTurn | BailoukeTurn"
