"""The rules for signs in groups of one weight, which is how claims speak of them."""

TEXT = r"""(** ** Groups of signs with one weight; marked groups are those fixed, or kept *)

Fixpoint size (groups : list (R * nat)) : nat :=
  match groups with
  | nil => O
  | (_, k) :: rest => (k + size rest)%nat
  end.

Fixpoint kept_total (groups : list (bool * (R * nat))) : R :=
  match groups with
  | nil => 0
  | (mark, (w, k)) :: rest => (if mark then INR k * w else 0) + kept_total rest
  end.

Fixpoint lost_total (groups : list (bool * (R * nat))) : R :=
  match groups with
  | nil => 0
  | (mark, (w, k)) :: rest => (if mark then 0 else INR k * w) + lost_total rest
  end.

Fixpoint kept_squares (groups : list (bool * (R * nat))) : R :=
  match groups with
  | nil => 0
  | (mark, (w, k)) :: rest => (if mark then INR k * w ^ 2 else 0) + kept_squares rest
  end.

Fixpoint kept_size (groups : list (bool * (R * nat))) : nat :=
  match groups with
  | nil => O
  | (mark, (w, k)) :: rest => ((if mark then k else O) + kept_size rest)%nat
  end.

Fixpoint others_nonneg (groups : list (bool * (R * nat))) : Prop :=
  match groups with
  | nil => True
  | (mark, (w, _)) :: rest => (if mark then True else 0 <= w) /\ others_nonneg rest
  end.

Fixpoint expand (groups : list (bool * (R * nat))) : list (bool * R) :=
  match groups with
  | nil => nil
  | (mark, (w, k)) :: rest => repeat (mark, w) k ++ expand rest
  end.

Lemma marked_app : forall xs ys, marked (xs ++ ys) = marked xs ++ marked ys.
Proof.
  intros xs ys; induction xs as [|[[] w] xs IH]; cbn; [reflexivity | f_equal; exact IH | exact IH].
Qed.

Lemma unmarked_app : forall xs ys, unmarked (xs ++ ys) = unmarked xs + unmarked ys.
Proof. intros xs ys; induction xs as [|[[] w] xs IH]; cbn; rewrite ?IH; ring. Qed.

Lemma added_app : forall xs ys, added (xs ++ ys) = added xs + added ys.
Proof. intros xs ys; induction xs as [|x xs IH]; cbn; rewrite ?IH; ring. Qed.

Lemma squares_app : forall xs ys, squares (xs ++ ys) = squares xs + squares ys.
Proof. intros xs ys; induction xs as [|x xs IH]; cbn; rewrite ?IH; ring. Qed.

Lemma marked_repeat : forall mark w k,
  marked (repeat (mark, w) k) = if mark then repeat w k else nil.
Proof. intros [] w k; induction k as [|k IH]; cbn; [| f_equal | |]; auto. Qed.

Lemma unmarked_repeat : forall (mark : bool) w k,
  unmarked (repeat (mark, w) k) = if mark then 0 else INR k * Rabs w.
Proof.
  intros [] w k; induction k as [|k IH]; try (cbn; ring);
    cbn [repeat unmarked]; rewrite ?S_INR, IH; ring.
Qed.

Lemma added_repeat : forall w k, added (repeat w k) = INR k * w.
Proof.
  intros w k; induction k as [|k IH]; [cbn; ring|].
  cbn [repeat added]; rewrite S_INR, IH; ring.
Qed.

Lemma squares_repeat : forall w k, squares (repeat w k) = INR k * w ^ 2.
Proof.
  intros w k; induction k as [|k IH]; [cbn; ring|].
  cbn [repeat squares]; rewrite S_INR, IH; ring.
Qed.

Lemma expand_spread : forall groups, map snd (expand groups) = spread (map snd groups).
Proof.
  induction groups as [|[mark [w k]] rest IH]; [reflexivity|].
  cbn [expand map spread snd]; rewrite map_app, IH; f_equal.
  induction k as [|k IHk]; cbn; [reflexivity | f_equal; exact IHk].
Qed.

Lemma spread_size : forall groups, length (spread groups) = size groups.
Proof.
  induction groups as [|[w k] rest IH]; [reflexivity|].
  cbn [spread size]; rewrite app_length, repeat_length, IH; reflexivity.
Qed.

Lemma expand_size : forall groups, length (expand groups) = size (map snd groups).
Proof. intro groups; rewrite <- spread_size, <- expand_spread, map_length; reflexivity. Qed.

Lemma expand_kept : forall groups, added (marked (expand groups)) = kept_total groups.
Proof.
  induction groups as [|[[] [w k]] rest IH]; [reflexivity | |];
    cbn [expand kept_total]; rewrite marked_app, added_app, marked_repeat, IH;
    [rewrite added_repeat | cbn]; ring.
Qed.

Lemma expand_lost : forall groups,
  others_nonneg groups -> unmarked (expand groups) = lost_total groups.
Proof.
  induction groups as [|[[] [w k]] rest IH]; intro H; [reflexivity | |];
    destruct H as [W H]; cbn [expand lost_total];
    rewrite unmarked_app, unmarked_repeat, IH by exact H;
    [|rewrite Rabs_right by lra]; ring.
Qed.

Lemma expand_squares : forall groups, squares (marked (expand groups)) = kept_squares groups.
Proof.
  induction groups as [|[[] [w k]] rest IH]; [reflexivity | |];
    cbn [expand kept_squares]; rewrite marked_app, squares_app, marked_repeat, IH;
    [rewrite squares_repeat | cbn]; ring.
Qed.

Lemma expand_kept_size : forall groups, length (marked (expand groups)) = kept_size groups.
Proof.
  induction groups as [|[[] [w k]] rest IH]; [reflexivity | |];
    cbn [expand kept_size]; rewrite marked_app, app_length, marked_repeat, IH;
    [rewrite repeat_length | cbn]; reflexivity.
Qed.

Lemma fixed_groups : forall groups k tau, k = size (map snd groups) ->
  others_nonneg groups -> kept_total groups - lost_total groups > tau ->
  (1 / 2) ^ kept_size groups <=
  P (signs k) (above tau (spread (map snd groups))).
Proof.
  intros groups k tau K N H; subst k.
  rewrite <- expand_size, <- expand_spread, <- expand_kept_size.
  apply fixed_worst; rewrite expand_kept, expand_lost; assumption.
Qed.

Lemma fixed_symmetric_groups : forall groups k tau, k = size (map snd groups) ->
  kept_total groups > tau ->
  (1 / 2) ^ S (kept_size groups) <=
  P (signs k) (above tau (spread (map snd groups))).
Proof.
  intros groups k tau K H; subst k.
  rewrite <- expand_size, <- expand_spread, <- expand_kept_size.
  apply fixed_symmetric; rewrite expand_kept; assumption.
Qed.

Lemma one_and_others : forall w tau weights, w > tau ->
  1 / 4 <= P (signs (length (w :: weights))) (above tau (w :: weights)).
Proof.
  intros w tau weights H.
  assert (M : marked (map (pair false) weights) = nil)
    by (induction weights; [reflexivity | assumption]).
  assert (E : map snd (map (pair false) weights) = weights)
    by (rewrite map_map; cbn; apply map_id).
  assert (F := fixed_symmetric ((true, w) :: map (pair false) weights) tau).
  cbn [length map snd marked added] in F; rewrite M, E, map_length in F; cbn [length added] in F.
  assert (F' := F ltac:(lra)); cbn [length]; simpl pow in F'; lra.
Qed.

Lemma hoeffding_weights : Hoeffding -> forall weights tau excess energy x,
  0 <= excess -> 0 < energy -> excess <= tau -> squares weights <= energy ->
  x = - (1 / 2) * excess ^ 2 * (1 / energy) ->
  P (signs (length weights)) (above tau weights) <= exp x.
Proof.
  intros hoeffding weights tau excess energy x X E T Q V.
  apply Rle_trans with (P (signs (length weights)) (above excess weights));
    [apply above_falls; exact T|].
  replace x with (- (excess ^ 2) / (2 * energy)) by (rewrite V; field; lra).
  apply hoeffding_above; assumption.
Qed.

Lemma hoeffding_groups : Hoeffding -> forall groups k tau excess energy x,
  k = size (map snd groups) ->
  others_nonneg groups -> 0 <= excess -> 0 < energy ->
  excess <= tau - lost_total groups -> kept_squares groups <= energy ->
  x = - (1 / 2) * excess ^ 2 * (1 / energy) ->
  P (signs k) (above tau (spread (map snd groups))) <= exp x.
Proof.
  intros hoeffding groups k tau excess energy x K N X E T Q V; subst k.
  rewrite <- expand_size, <- expand_spread.
  eapply Rle_trans; [apply dropped_signs|].
  apply (hoeffding_weights hoeffding _ _ excess energy x); try assumption;
    [rewrite expand_lost | rewrite expand_squares]; assumption.
Qed.

Lemma hoeffding_reaches : Hoeffding -> forall groups k tau excess energy x,
  k = size groups ->
  0 <= excess -> 0 < energy -> excess <= tau ->
  kept_squares (map (pair true) groups) <= energy ->
  x = - (1 / 2) * excess ^ 2 * (1 / energy) ->
  P (signs k) (reaches tau (spread groups)) <= exp x.
Proof.
  intros hoeffding groups k tau excess energy x K X E T Q V; subst k.
  replace x with (- (excess ^ 2) / (2 * energy)) by (rewrite V; field; lra).
  rewrite <- spread_size.
  apply Rle_trans with (P (signs (length (spread groups))) (reaches excess (spread groups))).
  - apply P_le; [apply signs_filled|]; intro y; unfold reaches.
    destruct (Rle_dec tau _), (Rle_dec excess _); try reflexivity; try discriminate; exfalso; lra.
  - apply hoeffding; try assumption.
    replace (squares (spread groups)) with (kept_squares (map (pair true) groups)); [exact Q|].
    clear; induction groups as [|[w k] rest IH]; [reflexivity|].
    cbn [map kept_squares spread]; rewrite squares_app, squares_repeat, IH; reflexivity.
Qed.
"""
