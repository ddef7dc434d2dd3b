Require Import Reals ZArith Lra Lia List Bool.
Require Import ProofkitPrelude.
Import ListNotations.
Open Scope R_scope.

(** * Probabilities of signs, as counts. *)

(** All lists of length k with entries from a list. *)
Fixpoint tuples {A : Type} (from : list A) (k : nat) : list (list A) :=
  match k with
  | O => nil :: nil
  | S rest => flat_map (fun x => map (cons x) (tuples from rest)) from
  end.

(** The signs of a neuron, [true] for +1 and [false] for -1, and m neurons with k signs each. *)
Definition signs (k : nat) : list (list bool) := tuples (true :: false :: nil) k.
Definition network (m k : nat) : list (list (list bool)) := tuples (signs k) m.

(** The share of the cases in which an event happens: all are equally likely, which is what
    independent and uniform signs are. *)
Definition P {A : Type} (cases : list A) (event : A -> bool) : R :=
  INR (length (filter event cases)) / INR (length cases).

(** The sum of weights with signs; weights given in groups, each with how many it has. *)
Fixpoint signed_sum (weights : list R) (y : list bool) : R :=
  match weights, y with
  | w :: weights', s :: y' => (if s then w else - w) + signed_sum weights' y'
  | _, _ => 0
  end.

Fixpoint spread (groups : list (R * nat)) : list R :=
  match groups with
  | nil => nil
  | (w, k) :: rest => repeat w k ++ spread rest
  end.

Definition above (threshold : R) (weights : list R) (y : list bool) : bool :=
  if Rlt_dec threshold (signed_sum weights y) then true else false.

Definition reaches (threshold : R) (weights : list R) (y : list bool) : bool :=
  if Rle_dec threshold (signed_sum weights y) then true else false.

Definition any {A : Type} (events : list (A -> bool)) (y : A) : bool :=
  existsb (fun event => event y) events.

(** Some, or none, of the neurons of a network makes one of the events happen. *)
Definition some {A : Type} (events : list (A -> bool)) (neurons : list A) : bool :=
  existsb (any events) neurons.
Definition none {A : Type} (events : list (A -> bool)) (neurons : list A) : bool :=
  negb (some events neurons).
Definition both {A : Type} (first second : A -> bool) (case : A) : bool :=
  first case && second case.

Fixpoint squares (weights : list R) : R :=
  match weights with
  | nil => 0
  | w :: rest => w ^ 2 + squares rest
  end.

(** Hoeffding's inequality for signs. Theorems that use it have it among their hypotheses. *)
Definition Hoeffding : Prop := forall (weights : list R) (s energy : R),
  0 <= s -> 0 < energy -> squares weights <= energy ->
  P (signs (length weights)) (reaches s weights) <= exp (- (s ^ 2) / (2 * energy)).

(** ** Means over finite lists *)

Fixpoint total {A : Type} (f : A -> R) (cases : list A) : R :=
  match cases with
  | nil => 0
  | x :: rest => f x + total f rest
  end.

Definition mean {A : Type} (cases : list A) (f : A -> R) : R :=
  total f cases / INR (length cases).

Definition one {A : Type} (event : A -> bool) (x : A) : R := if event x then 1 else 0.

Lemma P_mean : forall A (cases : list A) event, P cases event = mean cases (one event).
Proof.
  intros A cases event; unfold P, mean; f_equal; unfold one.
  induction cases as [|x rest IH]; [reflexivity|].
  cbn [filter total]; destruct (event x); [cbn [length]; rewrite S_INR|]; rewrite IH; ring.
Qed.

Lemma total_app : forall A (f : A -> R) xs ys, total f (xs ++ ys) = total f xs + total f ys.
Proof. intros A f xs ys; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_map : forall A B (g : A -> B) f xs, total f (map g xs) = total (fun x => f (g x)) xs.
Proof. intros A B g f xs; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_flat_map : forall A B (g : A -> list B) f xs,
  total f (flat_map g xs) = total (fun x => total f (g x)) xs.
Proof.
  intros A B g f xs; induction xs as [|x xs IH]; cbn; [ring|].
  rewrite total_app, IH; ring.
Qed.

Lemma total_le : forall A (f g : A -> R) xs, (forall x, f x <= g x) -> total f xs <= total g xs.
Proof.
  intros A f g xs H; induction xs as [|x xs IH]; cbn; [lra | specialize (H x); lra].
Qed.

Lemma total_ext : forall A (f g : A -> R) xs, (forall x, f x = g x) -> total f xs = total g xs.
Proof. intros A f g xs H; induction xs as [|x xs IH]; cbn; [ring | rewrite H, IH; ring]. Qed.

Lemma total_plus : forall A (f g : A -> R) xs,
  total (fun x => f x + g x) xs = total f xs + total g xs.
Proof. intros A f g xs; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_scale : forall A c (f : A -> R) xs, total (fun x => c * f x) xs = c * total f xs.
Proof. intros A c f xs; induction xs as [|x xs IH]; cbn; [ring | rewrite IH; ring]. Qed.

Lemma total_const : forall A c (xs : list A), total (fun _ => c) xs = INR (length xs) * c.
Proof.
  intros A c xs; induction xs as [|x xs IH]; [cbn; ring|].
  cbn [total length]; rewrite S_INR, IH; ring.
Qed.

Lemma length_tuples : forall A (xs : list A) k,
  INR (length (tuples xs k)) = INR (length xs) ^ k.
Proof.
  intros A xs k; induction k as [|k IH]; [cbn; ring|].
  cbn [tuples pow]; rewrite <- IH.
  generalize (tuples xs k) as ys; intro ys; induction xs as [|x xs IHx]; [cbn; ring|].
  cbn [flat_map]; rewrite app_length, plus_INR, map_length.
  replace (INR (length (x :: xs))) with (1 + INR (length xs))
    by (cbn [length]; rewrite S_INR; ring).
  assert (E : forall zs : list A, INR (length (flat_map (fun x => map (cons x) ys) zs))
    = INR (length zs) * INR (length ys)).
  { induction zs as [|z zs IHz]; [cbn; ring|].
    cbn [flat_map]; rewrite app_length, plus_INR, map_length, IHz.
    cbn [length]; rewrite S_INR; ring. }
  rewrite E; ring.
Qed.

Definition filled {A : Type} (xs : list A) : Prop := 0 < INR (length xs).

Lemma tuples_filled : forall A (xs : list A) k, filled xs -> filled (tuples xs k).
Proof. intros A xs k H; unfold filled; rewrite length_tuples; apply pow_lt; exact H. Qed.

Lemma signs_filled : forall k, filled (signs k).
Proof. intro k; apply tuples_filled; unfold filled; simpl; lra. Qed.

Lemma network_filled : forall m k, filled (network m k).
Proof. intros m k; apply tuples_filled, signs_filled. Qed.

Lemma mean_step : forall A (xs : list A) k f, filled xs ->
  mean (tuples xs (S k)) f = mean xs (fun x => mean (tuples xs k) (fun y => f (x :: y))).
Proof.
  intros A xs k f H; unfold mean; rewrite !length_tuples; cbn [tuples].
  rewrite total_flat_map.
  rewrite (total_ext _ _ (fun x => INR (length xs) ^ k *
    (total (fun y => f (x :: y)) (tuples xs k) / INR (length xs) ^ k))).
  - rewrite total_scale; cbn [pow]; unfold filled in H.
    assert (0 < INR (length xs) ^ k) by (apply pow_lt; exact H); field; lra.
  - intro x; rewrite total_map; unfold filled in H.
    assert (0 < INR (length xs) ^ k) by (apply pow_lt; exact H); field; lra.
Qed.

Lemma mean_le : forall A (xs : list A) f g, filled xs -> (forall x, f x <= g x) ->
  mean xs f <= mean xs g.
Proof.
  intros A xs f g H L; apply Rmult_le_compat_r;
    [left; apply Rinv_0_lt_compat; exact H | apply total_le; exact L].
Qed.

Lemma mean_ext : forall A (xs : list A) f g, (forall x, f x = g x) -> mean xs f = mean xs g.
Proof. intros A xs f g E; unfold mean; rewrite (total_ext _ f g) by exact E; reflexivity. Qed.

Lemma mean_plus : forall A (xs : list A) f g, mean xs (fun x => f x + g x) = mean xs f + mean xs g.
Proof. intros; unfold mean; rewrite total_plus; unfold Rdiv; ring. Qed.

Lemma mean_scale : forall A (xs : list A) c f, mean xs (fun x => c * f x) = c * mean xs f.
Proof. intros; unfold mean; rewrite total_scale; unfold Rdiv; ring. Qed.

Lemma mean_const : forall A (xs : list A) c, filled xs -> mean xs (fun _ => c) = c.
Proof.
  intros A xs c H; unfold mean; rewrite total_const; unfold filled in H; field; lra.
Qed.

Lemma mean_signs : forall k f,
  mean (signs (S k)) f =
  (mean (signs k) (fun y => f (true :: y)) + mean (signs k) (fun y => f (false :: y))) / 2.
Proof.
  intros k f; unfold signs; rewrite mean_step by (unfold filled; simpl; lra).
  unfold mean at 1; simpl; field.
Qed.

(** ** Rules for any events *)

Lemma P_le : forall A (xs : list A) e f, filled xs -> (forall x, e x = true -> f x = true) ->
  P xs e <= P xs f.
Proof.
  intros A xs e f H L; rewrite !P_mean; apply mean_le; [exact H|].
  intro x; unfold one; specialize (L x); destruct (e x), (f x);
    try discriminate (L eq_refl); lra.
Qed.

Lemma P_at_least_0 : forall A (xs : list A) e, filled xs -> 0 <= P xs e.
Proof.
  intros A xs e H; rewrite P_mean, <- (mean_const _ xs 0 H).
  apply mean_le; [exact H | intro x; unfold one; destruct (e x); lra].
Qed.

Lemma P_ext : forall A (xs : list A) e f, (forall x, e x = f x) -> P xs e = P xs f.
Proof.
  intros A xs e f E; rewrite !P_mean; apply mean_ext; intro x; unfold one; rewrite E; reflexivity.
Qed.

Lemma P_not : forall A (xs : list A) e, filled xs -> P xs (fun x => negb (e x)) = 1 - P xs e.
Proof.
  intros A xs e H; rewrite !P_mean.
  rewrite (mean_ext _ xs _ (fun x => 1 + (-1) * one e x)).
  - rewrite mean_plus, mean_scale, mean_const by exact H; ring.
  - intro x; unfold one; destruct (e x); cbn; ring.
Qed.

Lemma P_none : forall A (xs : list (list A)) events, filled xs ->
  P xs (none events) = 1 - P xs (some events).
Proof. intros A xs events H; apply (P_not _ xs (some events) H). Qed.

Lemma P_both : forall A (xs : list A) e f, filled xs -> P xs e + P xs f - 1 <= P xs (both e f).
Proof.
  intros A xs e f H; rewrite !P_mean; rewrite <- (mean_const _ xs 1 H) at 1.
  replace (mean xs (one e) + mean xs (one f) - mean xs (fun _ => 1))
    with (mean xs (fun x => one e x + (one f x + (-1) * 1)))
    by (rewrite !mean_plus, mean_scale; ring).
  apply mean_le; [exact H|]; intro x; unfold one, both; destruct (e x), (f x); cbn; lra.
Qed.

Lemma P_first : forall A (xs : list A) e f, filled xs -> P xs (both e f) <= P xs e.
Proof.
  intros A xs e f H; rewrite !P_mean.
  apply mean_le; [exact H|]; intro x; unfold one, both; destruct (e x), (f x); cbn; lra.
Qed.

Lemma P_second : forall A (xs : list A) e f, filled xs -> P xs (both e f) <= P xs f.
Proof.
  intros A xs e f H; rewrite !P_mean.
  apply mean_le; [exact H|]; intro x; unfold one, both; destruct (e x), (f x); cbn; lra.
Qed.

(** Union bound over events, and over neurons. *)
Lemma P_any : forall A (xs : list A) e rest, filled xs ->
  P xs (any (e :: rest)) <= P xs e + P xs (any rest).
Proof.
  intros A xs e rest H; rewrite !P_mean, <- mean_plus; apply mean_le; [exact H|].
  intro x; unfold one, any; cbn [existsb]; destruct (e x), (existsb _ rest); cbn; lra.
Qed.

Lemma P_any_nil : forall A (xs : list A), P xs (any nil) = 0.
Proof.
  intros A xs; unfold P, any; cbn.
  replace (filter (fun _ : A => false) xs) with (@nil A)
    by (induction xs; [reflexivity | assumption]).
  simpl; unfold Rdiv; ring.
Qed.

Lemma P_some_again : forall A (xs : list (list A)) (e : A -> bool) rest, In e rest ->
  P xs (some (e :: rest)) = P xs (some rest).
Proof.
  intros A xs e rest I; apply P_ext; intro net; unfold some.
  induction net as [|y net IH]; [reflexivity|]; cbn [existsb]; rewrite IH; f_equal.
  unfold any; cbn [existsb]; destruct (e y) eqn:E; [|reflexivity].
  symmetry; apply existsb_exists; exists e; split; assumption.
Qed.

Lemma P_some : forall A (xs : list A) events m, filled xs ->
  P (tuples xs m) (some events) <= INR m * P xs (any events).
Proof.
  intros A xs events m H; induction m as [|m IH].
  - unfold P; cbn; unfold Rdiv; lra.
  - rewrite S_INR, P_mean, mean_step by exact H.
    apply Rle_trans with
      (mean xs (fun x => one (any events) x + mean (tuples xs m) (one (some events)))).
    + apply mean_le; [exact H|]; intro x.
      assert (F := tuples_filled _ xs m H).
      rewrite <- (mean_const _ (tuples xs m) (one (any events) x) F), <- mean_plus.
      apply mean_le; [exact F|]; intro y; unfold one, some; cbn [existsb].
      destruct (any events x), (existsb _ y); cbn; lra.
    + rewrite mean_plus, mean_const, <- !P_mean by exact H; lra.
Qed.

(** Independent neurons: the shares of cases multiply. *)
Lemma P_silent : forall A (xs : list A) events m, filled xs ->
  P (tuples xs m) (none events) = (1 - P xs (any events)) ^ m.
Proof.
  intros A xs events m H; induction m as [|m IH].
  - unfold P; cbn; unfold Rdiv; field.
  - rewrite P_mean, mean_step by exact H; cbn [pow]; rewrite <- IH.
    rewrite (mean_ext _ xs _ (fun x => P (tuples xs m) (none events) *
      one (fun y => negb (any events y)) x)).
    + rewrite mean_scale, <- P_mean, P_not by exact H; ring.
    + intro x; rewrite (P_mean _ (tuples xs m)).
      rewrite (mean_ext _ (tuples xs m) _
        (fun y => one (fun z => negb (any events z)) x * one (none events) y)).
      * rewrite mean_scale; ring.
      * intro y; unfold one, none, some; cbn [existsb].
        destruct (any events x), (existsb _ y); cbn; ring.
Qed.

Lemma P_copies : forall A (xs : list A) (event : A -> bool) events m q, filled xs ->
  In event events -> q <= 1 -> q <= P xs event ->
  1 - (1 - q) ^ m <= P (tuples xs m) (some events).
Proof.
  intros A xs event events m q H I Q L.
  assert (M : P xs event <= P xs (any events)).
  { apply P_le; [exact H|]; intros x E; apply existsb_exists; exists event; split; assumption. }
  assert (N := P_none _ (tuples xs m) events (tuples_filled _ xs m H)).
  rewrite P_silent in N by exact H.
  assert (U : 0 <= 1 - P xs (any events)).
  { rewrite <- P_not by exact H; apply P_at_least_0; exact H. }
  assert ((1 - P xs (any events)) ^ m <= (1 - q) ^ m) by (apply pow_incr; lra).
  lra.
Qed.

Lemma P_at_most_1 : forall A (xs : list A) e, filled xs -> P xs e <= 1.
Proof.
  intros A xs e H; assert (N := P_not A xs e H).
  assert (L := P_at_least_0 A xs (fun x => negb (e x)) H); lra.
Qed.

(** What happens to some neuron does not happen to none. *)
Lemma some_not_none : forall A (heard silent : list (A -> bool)) neurons,
  incl heard silent -> some heard neurons = true -> none silent neurons = false.
Proof.
  intros A heard silent neurons I H; unfold none; apply Bool.negb_false_iff; unfold some in *.
  apply existsb_exists in H; destruct H as [x [X E]]; apply existsb_exists.
  exists x; split; [exact X|]; unfold any in *; apply existsb_exists in E.
  destruct E as [e [L E]]; apply existsb_exists; exists e; split; [apply I; exact L | exact E].
Qed.

Lemma P_impossible : forall A (xs : list A) e, (forall x, e x = false) -> P xs e = 0.
Proof.
  intros A xs e H; unfold P; replace (filter e xs) with (@nil A); [simpl; unfold Rdiv; ring|].
  induction xs as [|x xs IH]; [reflexivity|]; simpl; rewrite H; exact IH.
Qed.

Lemma P_never : forall A (xs : list (list A)) heard silent, incl heard silent ->
  P xs (both (some heard) (none silent)) = 0.
Proof.
  intros A xs heard silent I; apply P_impossible; intro x; unfold both.
  destruct (some heard x) eqn:E; [|reflexivity].
  rewrite (some_not_none _ _ _ _ I E); reflexivity.
Qed.

Lemma P_never_after : forall A (xs : list (list A)) heard silent, incl heard silent ->
  P xs (both (none silent) (some heard)) = 0.
Proof.
  intros A xs heard silent I; apply P_impossible; intro x; unfold both.
  destruct (some heard x) eqn:E; [|apply Bool.andb_false_r].
  rewrite (some_not_none _ _ _ _ I E); reflexivity.
Qed.

(** ** Rules for weighted signs *)

Lemma P_signs : forall k e,
  P (signs (S k)) e =
  (P (signs k) (fun y => e (true :: y)) + P (signs k) (fun y => e (false :: y))) / 2.
Proof. intros k e; rewrite !P_mean; apply (mean_signs k (one e)). Qed.

Lemma above_plus : forall tau w ws y, above tau (w :: ws) (true :: y) = above (tau - w) ws y.
Proof.
  intros; unfold above; cbn [signed_sum].
  destruct (Rlt_dec _ _), (Rlt_dec _ _); try reflexivity; exfalso; lra.
Qed.

Lemma above_minus : forall tau w ws y, above tau (w :: ws) (false :: y) = above (tau + w) ws y.
Proof.
  intros; unfold above; cbn [signed_sum].
  destruct (Rlt_dec _ _), (Rlt_dec _ _); try reflexivity; exfalso; lra.
Qed.

Lemma P_above_step : forall tau w ws k,
  P (signs (S k)) (above tau (w :: ws)) =
  (P (signs k) (above (tau - w) ws) + P (signs k) (above (tau + w) ws)) / 2.
Proof.
  intros; rewrite P_signs; f_equal; f_equal; apply P_ext; intro y;
    [apply above_plus | apply above_minus].
Qed.

Lemma above_falls : forall tau tau' ws k, tau' <= tau ->
  P (signs k) (above tau ws) <= P (signs k) (above tau' ws).
Proof.
  intros tau tau' ws k L; apply P_le; [apply signs_filled|]; intros y; unfold above.
  destruct (Rlt_dec tau _), (Rlt_dec tau' _); try reflexivity; try discriminate;
    intros; exfalso; lra.
Qed.

(** Weights marked [true] are those whose sign is fixed, or kept. *)
Fixpoint marked (ws : list (bool * R)) : list R :=
  match ws with
  | nil => nil
  | (true, w) :: rest => w :: marked rest
  | (false, _) :: rest => marked rest
  end.

Fixpoint unmarked (ws : list (bool * R)) : R :=
  match ws with
  | nil => 0
  | (true, _) :: rest => unmarked rest
  | (false, w) :: rest => Rabs w + unmarked rest
  end.

Fixpoint added (ws : list R) : R :=
  match ws with
  | nil => 0
  | w :: rest => w + added rest
  end.

Lemma fixed_worst : forall ws tau, added (marked ws) - unmarked ws > tau ->
  (1 / 2) ^ length (marked ws) <= P (signs (length ws)) (above tau (map snd ws)).
Proof.
  induction ws as [|[[] w] ws IH]; intros tau H; cbn [length map snd marked unmarked added] in *.
  - unfold P, above; cbn; destruct (Rlt_dec tau 0); cbn; lra.
  - rewrite P_above_step; cbn [pow].
    assert (A := IH (tau - w) ltac:(lra)).
    assert (B := P_at_least_0 _ (signs (length ws)) (above (tau + w) (map snd ws))
      (signs_filled _)).
    lra.
  - rewrite P_above_step.
    assert (R1 := Rle_abs w); assert (R2 := Rle_abs (- w)); rewrite Rabs_Ropp in R2.
    assert (A := IH (tau - w) ltac:(lra)); assert (B := IH (tau + w) ltac:(lra)); lra.
Qed.

(** Signs that are needed: with any one of the marked weights lost, all others together are too
    little. *)
Lemma never_above : forall ws tau, (forall w, In w ws -> 0 <= w) -> added ws <= tau ->
  P (signs (length ws)) (above tau ws) <= 0.
Proof.
  induction ws as [|w ws IH]; intros tau N H; cbn [length added] in *.
  - unfold P, above; cbn; destruct (Rlt_dec tau 0); cbn; lra.
  - assert (W := N w (or_introl eq_refl)).
    assert (N' : forall x, In x ws -> 0 <= x) by (intros; apply N; right; assumption).
    rewrite P_above_step.
    assert (A := IH (tau - w) N' ltac:(lra)); assert (B := IH (tau + w) N' ltac:(lra)); lra.
Qed.

Lemma needed_signs : forall ws tau, (forall m w, In (m, w) ws -> 0 <= w) ->
  (forall w, In (true, w) ws -> added (map snd ws) - 2 * w <= tau) ->
  P (signs (length ws)) (above tau (map snd ws)) <= (1 / 2) ^ length (marked ws).
Proof.
  induction ws as [|[m w] ws IH]; intros tau N H.
  - cbn [length map marked pow]; apply P_at_most_1, signs_filled.
  - assert (W := N m w (or_introl eq_refl)).
    assert (N' : forall m x, In (m, x) ws -> 0 <= x) by (intros; eapply N; right; eassumption).
    cbn [map snd added] in H.
    assert (H' : forall x, In (true, x) ws -> added (map snd ws) - 2 * x <= tau - w)
      by (intros x X; assert (L := H x (or_intror X)); lra).
    assert (A := IH (tau - w) N' H').
    cbn [length map snd]; rewrite <- (map_length snd ws), P_above_step, (map_length snd ws).
    destruct m; cbn [marked length pow].
    + assert (L := H w (or_introl eq_refl)).
      assert (B := never_above (map snd ws) (tau + w)); rewrite map_length in B.
      assert (P' : forall x, In x (map snd ws) -> 0 <= x).
      { intros x X; apply in_map_iff in X; destruct X as [[m y] [E X]]; cbn in E; subst y.
        exact (N' m x X). }
      assert (B' := B P' ltac:(lra)); lra.
    + assert (B := IH (tau + w) N' ltac:(intros x X; assert (L := H' x X); lra)); lra.
Qed.

Lemma fixed_symmetric_pair : forall ws tau x, added (marked ws) > tau ->
  (1 / 2) ^ length (marked ws) <= P (signs (length ws)) (above (tau - x) (map snd ws))
    + P (signs (length ws)) (above (tau + x) (map snd ws)).
Proof.
  induction ws as [|[[] w] ws IH]; intros tau x H; cbn [length map snd marked added] in *.
  - unfold P, above; cbn; destruct (Rlt_dec (tau - x) 0), (Rlt_dec (tau + x) 0); cbn; lra.
  - rewrite !P_above_step; cbn [pow].
    assert (A := IH (tau - w) x ltac:(lra)).
    replace (tau - x - w) with (tau - w - x) by ring.
    replace (tau + x - w) with (tau - w + x) by ring.
    assert (B := P_at_least_0 _ (signs (length ws)) (above (tau - x + w) (map snd ws))
      (signs_filled _)).
    assert (C := P_at_least_0 _ (signs (length ws)) (above (tau + x + w) (map snd ws))
      (signs_filled _)).
    lra.
  - rewrite !P_above_step.
    assert (A := IH tau (x + w) ltac:(lra)); assert (B := IH tau (x - w) ltac:(lra)).
    replace (tau - x - w) with (tau - (x + w)) by ring.
    replace (tau - x + w) with (tau - (x - w)) by ring.
    replace (tau + x - w) with (tau + (x - w)) by ring.
    replace (tau + x + w) with (tau + (x + w)) by ring.
    lra.
Qed.

Lemma fixed_symmetric : forall ws tau, added (marked ws) > tau ->
  (1 / 2) ^ S (length (marked ws)) <= P (signs (length ws)) (above tau (map snd ws)).
Proof.
  intros ws tau H; assert (A := fixed_symmetric_pair ws tau 0 H).
  rewrite Rminus_0_r, Rplus_0_r in A; cbn [pow]; lra.
Qed.

Lemma dropped_signs : forall ws tau,
  P (signs (length ws)) (above tau (map snd ws)) <=
  P (signs (length (marked ws))) (above (tau - unmarked ws) (marked ws)).
Proof.
  induction ws as [|[[] w] ws IH]; intros tau; cbn [length map snd marked unmarked].
  - rewrite Rminus_0_r; lra.
  - rewrite !P_above_step.
    assert (A := IH (tau - w)); assert (B := IH (tau + w)).
    replace (tau - unmarked ws - w) with (tau - w - unmarked ws) by ring.
    replace (tau - unmarked ws + w) with (tau + w - unmarked ws) by ring.
    lra.
  - rewrite P_above_step.
    assert (R1 := Rle_abs w); assert (R2 := Rle_abs (- w)); rewrite Rabs_Ropp in R2.
    assert (A := IH (tau - w)); assert (B := IH (tau + w)).
    assert (C := above_falls (tau - w - unmarked ws) (tau - (Rabs w + unmarked ws))
      (marked ws) (length (marked ws)) ltac:(lra)).
    assert (D := above_falls (tau + w - unmarked ws) (tau - (Rabs w + unmarked ws))
      (marked ws) (length (marked ws)) ltac:(lra)).
    lra.
Qed.

Lemma hoeffding_above : Hoeffding -> forall ws s energy,
  0 <= s -> 0 < energy -> squares ws <= energy ->
  P (signs (length ws)) (above s ws) <= exp (- (s ^ 2) / (2 * energy)).
Proof.
  intros hoeffding ws s energy S E Q.
  apply Rle_trans with (P (signs (length ws)) (reaches s ws)); [|apply hoeffding; assumption].
  apply P_le; [apply signs_filled|]; intro y; unfold above, reaches.
  destruct (Rlt_dec _ _), (Rle_dec _ _); try reflexivity; try discriminate; exfalso; lra.
Qed.

(** ** Hoeffding's inequality holds *)

Lemma sinh_le : forall x, 0 <= x -> exp x - exp (- x) <= x * (exp x + exp (- x)).
Proof.
  intros x [X | X]; [|subst; rewrite Ropp_0, exp_0; lra].
  pose (h := fun x => x * (exp x + exp (- x)) - (exp x - exp (- x))).
  pose (h' := fun x => x * (exp x - exp (- x))).
  assert (D : forall c, 0 <= c <= x -> derivable_pt_lim h c (h' c)).
  { intros c _; unfold h, h'.
    assert (E : derivable_pt_lim (fun y => exp (- y)) c (- exp (- c))).
    { replace (- exp (- c)) with (exp (- c) * - 1) by ring.
      apply (derivable_pt_lim_comp (fun y => - y) exp);
        [apply (derivable_pt_lim_opp id), derivable_pt_lim_id | apply derivable_pt_lim_exp]. }
    replace (c * (exp c - exp (- c))) with
      ((1 * (exp c + exp (- c)) + c * (exp c + - exp (- c))) - (exp c - - exp (- c))) by ring.
    apply (derivable_pt_lim_minus (fun x => x * (exp x + exp (- x))) (fun x => exp x - exp (- x))).
    - apply (derivable_pt_lim_mult id (fun x => exp x + exp (- x))); [apply derivable_pt_lim_id|].
      apply (derivable_pt_lim_plus exp (fun y => exp (- y)));
        [apply derivable_pt_lim_exp | exact E].
    - apply (derivable_pt_lim_minus exp (fun y => exp (- y)));
        [apply derivable_pt_lim_exp | exact E]. }
  destruct (MVT_cor2 h h' 0 x X D) as [c [V [C1 C2]]].
  assert (0 <= h' c).
  { unfold h'; apply Rmult_le_pos; [lra|].
    assert (exp (- c) < exp c) by (apply exp_increasing; lra); lra. }
  assert (H0 : h 0 = 0) by (unfold h; rewrite Ropp_0, exp_0; ring).
  assert (0 <= h' c * (x - 0)) by (apply Rmult_le_pos; lra).
  unfold h in V at 1; lra.
Qed.

Lemma cosh_le_positive : forall x, 0 < x -> (exp x + exp (- x)) / 2 <= exp (x ^ 2 / 2).
Proof.
  intros x X.
  pose (g := fun x => (exp x + exp (- x)) * exp (- (x * x) / 2)).
  pose (g' := fun x => (exp x - exp (- x) - x * (exp x + exp (- x))) * exp (- (x * x) / 2)).
  assert (D : forall c, 0 <= c <= x -> derivable_pt_lim g c (g' c)).
  { intros c _; unfold g, g'.
    assert (E : derivable_pt_lim (fun y => exp (- y)) c (- exp (- c))).
    { replace (- exp (- c)) with (exp (- c) * - 1) by ring.
      apply (derivable_pt_lim_comp (fun y => - y) exp);
        [apply (derivable_pt_lim_opp id), derivable_pt_lim_id | apply derivable_pt_lim_exp]. }
    assert (Q : derivable_pt_lim (fun y => - (y * y) / 2) c (- c)).
    { replace (- c) with (- (1 * c + c * 1) * / 2 + - (c * c) * 0) by field.
      apply (derivable_pt_lim_mult (fun y => - (y * y)) (fun _ => / 2)).
      - apply (derivable_pt_lim_opp (fun y => y * y)).
        apply (derivable_pt_lim_mult id id); apply derivable_pt_lim_id.
      - apply (derivable_pt_lim_const (/ 2)). }
    replace ((exp c - exp (- c) - c * (exp c + exp (- c))) * exp (- (c * c) / 2)) with
      ((exp c + - exp (- c)) * exp (- (c * c) / 2)
        + (exp c + exp (- c)) * (exp (- (c * c) / 2) * - c)) by ring.
    apply (derivable_pt_lim_mult (fun x => exp x + exp (- x)) (fun y => exp (- (y * y) / 2))).
    - apply (derivable_pt_lim_plus exp (fun y => exp (- y)));
        [apply derivable_pt_lim_exp | exact E].
    - apply (derivable_pt_lim_comp (fun y => - (y * y) / 2) exp);
        [exact Q | apply derivable_pt_lim_exp]. }
  destruct (MVT_cor2 g g' 0 x X D) as [c [V [C1 C2]]].
  assert (G0 : g 0 = 2).
  { unfold g; replace (- (0 * 0) / 2) with 0 by field; rewrite Ropp_0, exp_0; ring. }
  assert (N : 0 <= - g' c).
  { unfold g'; rewrite <- Ropp_mult_distr_l_reverse || idtac.
    replace (- ((exp c - exp (- c) - c * (exp c + exp (- c))) * exp (- (c * c) / 2))) with
      ((c * (exp c + exp (- c)) - (exp c - exp (- c))) * exp (- (c * c) / 2)) by ring.
    apply Rmult_le_pos; [|left; apply exp_pos].
    assert (S := sinh_le c ltac:(lra)); lra. }
  assert (M : 0 <= - g' c * (x - 0)) by (apply Rmult_le_pos; lra).
  assert (L : g x <= 2) by lra.
  unfold g in L.
  replace (- (x * x) / 2) with (- (x ^ 2 / 2)) in L by field.
  assert (Z : exp (x ^ 2 / 2) * exp (- (x ^ 2 / 2)) = 1)
    by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (K := exp_pos (x ^ 2 / 2)).
  assert (T : (exp x + exp (- x)) * exp (- (x ^ 2 / 2)) * exp (x ^ 2 / 2) <= 2 * exp (x ^ 2 / 2))
    by (apply Rmult_le_compat_r; lra).
  rewrite Rmult_assoc, (Rmult_comm (exp (- _))), Z, Rmult_1_r in T; lra.
Qed.

Lemma cosh_le : forall x, (exp x + exp (- x)) / 2 <= exp (x ^ 2 / 2).
Proof.
  intro x; destruct (total_order_T 0 x) as [[H | H] | H].
  - apply cosh_le_positive; exact H.
  - subst; replace (0 ^ 2 / 2) with 0 by field; rewrite Ropp_0, exp_0; lra.
  - assert (C := cosh_le_positive (- x) ltac:(lra)).
    rewrite Ropp_involutive in C; replace ((- x) ^ 2) with (x ^ 2) in C by ring; lra.
Qed.

Lemma mean_exp : forall ws l,
  mean (signs (length ws)) (fun y => exp (l * signed_sum ws y)) <= exp (l ^ 2 * squares ws / 2).
Proof.
  intros ws l; induction ws as [|w ws IH].
  - unfold mean; cbn; replace (l * (l * 1) * 0 / 2) with 0 by field; rewrite Rmult_0_r, exp_0; lra.
  - cbn [length squares]; rewrite mean_signs; cbn [signed_sum].
    rewrite (mean_ext _ _ _ (fun y => exp (l * w) * exp (l * signed_sum ws y)))
      by (intro y; rewrite <- exp_plus; f_equal; ring).
    rewrite (mean_ext _ _ (fun y => exp (l * (- w + signed_sum ws y)))
      (fun y => exp (- (l * w)) * exp (l * signed_sum ws y)))
      by (intro y; rewrite <- exp_plus; f_equal; ring).
    rewrite !mean_scale.
    replace (l ^ 2 * (w ^ 2 + squares ws) / 2)
      with ((l * w) ^ 2 / 2 + l ^ 2 * squares ws / 2) by field.
    rewrite exp_plus.
    assert (C := cosh_le (l * w)).
    assert (A := exp_pos (l * w)); assert (B := exp_pos (- (l * w))).
    match goal with |- (_ * ?v + _) / 2 <= _ => set (V := v) in * end.
    replace ((exp (l * w) * V + exp (- (l * w)) * V) / 2)
      with ((exp (l * w) + exp (- (l * w))) / 2 * V) by field.
    assert (0 <= V).
    { unfold V; rewrite <- (mean_const _ (signs (length ws)) 0 (signs_filled _)).
      apply mean_le; [apply signs_filled | intro y; left; apply exp_pos]. }
    apply Rmult_le_compat; lra.
Qed.

Theorem hoeffding_holds : Hoeffding.
Proof.
  intros ws s energy S E Q.
  pose (l := s / energy).
  assert (L : 0 <= l) by (apply Rmult_le_pos; [exact S | left; apply Rinv_0_lt_compat; exact E]).
  rewrite P_mean.
  apply Rle_trans with (mean (signs (length ws))
    (fun y => exp (- (l * s)) * exp (l * signed_sum ws y))).
  - apply mean_le; [apply signs_filled|]; intro y; unfold one, reaches.
    rewrite <- exp_plus; destruct (Rle_dec _ _) as [H | H]; [|left; apply exp_pos].
    rewrite <- exp_0; apply exp_monotone.
    assert (0 <= l * (signed_sum ws y - s)) by (apply Rmult_le_pos; lra); lra.
  - rewrite mean_scale.
    apply Rle_trans with (exp (- (l * s)) * exp (l ^ 2 * squares ws / 2)).
    + apply Rmult_le_compat_l; [left; apply exp_pos | apply mean_exp].
    + rewrite <- exp_plus; apply exp_monotone.
      assert (0 <= l ^ 2 * (energy - squares ws))
        by (apply Rmult_le_pos; [apply pow2_ge_0 | lra]).
      replace (- s ^ 2 / (2 * energy)) with (- (l * s) + l ^ 2 * energy / 2)
        by (unfold l; field; lra).
      lra.
Qed.

(** ** Groups of signs with one weight; marked groups are those fixed, or kept *)

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

Fixpoint all_nonneg (groups : list (bool * (R * nat))) : Prop :=
  match groups with
  | nil => True
  | (_, (w, _)) :: rest => 0 <= w /\ all_nonneg rest
  end.

Fixpoint each_needed (most tau : R) (groups : list (bool * (R * nat))) : Prop :=
  match groups with
  | nil => True
  | (mark, (w, _)) :: rest =>
      (if mark then most - 2 * w <= tau else True) /\ each_needed most tau rest
  end.

Lemma in_expand : forall groups m w, In (m, w) (expand groups) -> exists k, In (m, (w, k)) groups.
Proof.
  induction groups as [|[mark [v k]] rest IH]; intros m w H; [contradiction|].
  cbn [expand] in H; apply in_app_or in H; destruct H as [H | H].
  - apply repeat_spec in H; inversion H; subst; exists k; left; reflexivity.
  - destruct (IH m w H) as [l L]; exists l; right; exact L.
Qed.

Lemma needed_groups : forall groups k tau, k = size (map snd groups) -> all_nonneg groups ->
  each_needed (kept_total groups + lost_total groups) tau groups ->
  P (signs k) (above tau (spread (map snd groups))) <= (1 / 2) ^ kept_size groups.
Proof.
  intros groups k tau K N H; subst k.
  rewrite <- expand_size, <- expand_spread, <- expand_kept_size.
  assert (T : added (map snd (expand groups)) = kept_total groups + lost_total groups).
  { clear; induction groups as [|[mark [w k]] rest IH]; [cbn; ring|].
    cbn [expand kept_total lost_total]; rewrite map_app, added_app, IH.
    replace (map snd (repeat (mark, w) k)) with (repeat w k)
      by (clear; induction k as [|k IH]; cbn; [|f_equal]; auto).
    rewrite added_repeat; destruct mark; ring. }
  apply needed_signs; rewrite ?T; clear T.
  - intros m w I; destruct (in_expand _ _ _ I) as [k J]; clear - N J.
    induction groups as [|[mark [v l]] rest IH]; [contradiction|]; cbn in N.
    destruct J as [J | J]; [inversion J; subst; apply N | apply IH; [apply N | exact J]].
  - revert H; generalize (kept_total groups + lost_total groups); intros most H w I.
    destruct (in_expand _ _ _ I) as [k J]; clear - H J.
    induction groups as [|[mark [v l]] rest IH]; [contradiction|]; cbn in H.
    destruct J as [J | J]; [inversion J; subst; apply H | apply IH; [apply H | exact J]].
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

(** ** Unit weights, by listing all signs: no use is made of Hoeffding's inequality *)

Fixpoint whole_sum (k : nat) (y : list bool) : Z :=
  match k, y with
  | S rest, s :: y' => ((if s then 1 else -1) + whole_sum rest y')%Z
  | _, _ => 0%Z
  end.

(** How many of the 2^k signs have a sum of at least j. *)
Definition count_from (k : nat) (j : Z) : nat :=
  length (filter (fun y => (j <=? whole_sum k y)%Z) (signs k)).

(** [count/2^k <= exp (-j^2/(2k))] follows from [3^(j^2) * count^(2k) <= (2^k)^(2k)]. *)
Definition listed (k : nat) : bool :=
  forallb (fun j => (3 ^ (Z.of_nat j * Z.of_nat j)
    * Z.of_nat (count_from k (Z.of_nat j)) ^ (2 * Z.of_nat k)
    <=? (2 ^ Z.of_nat k) ^ (2 * Z.of_nat k))%Z) (seq 0 (S k))
  && (count_from k (Z.of_nat (S k)) =? 0)%nat.

Lemma signed_whole : forall k y, signed_sum (repeat 1 k) y = IZR (whole_sum k y).
Proof.
  induction k as [|k IH]; intro y; [reflexivity|].
  destruct y as [|[] y]; [reflexivity | |];
    cbn [repeat signed_sum whole_sum]; rewrite plus_IZR, IH; reflexivity.
Qed.

Lemma chance_from : forall k j s, IZR j - 1 < s ->
  P (signs k) (reaches s (repeat 1 k)) <= INR (count_from k j) / 2 ^ k.
Proof.
  intros k j s H.
  replace (INR (count_from k j) / 2 ^ k)
    with (P (signs k) (fun y => (j <=? whole_sum k y)%Z)).
  - apply P_le; [apply signs_filled|]; intros y; unfold reaches.
    destruct (Rle_dec _ _) as [L | L]; [intros _ | discriminate].
    rewrite signed_whole in L; apply Z.leb_le.
    assert (B : IZR j - 1 < IZR (whole_sum k y)) by lra.
    rewrite <- minus_IZR in B; apply lt_IZR in B; lia.
  - unfold P, count_from; f_equal; unfold signs; rewrite length_tuples; f_equal; simpl; ring.
Qed.

Lemma exp_listed : forall j k c, (0 < k)%nat ->
  (3 ^ (Z.of_nat j * Z.of_nat j) * Z.of_nat c ^ (2 * Z.of_nat k)
    <= (2 ^ Z.of_nat k) ^ (2 * Z.of_nat k))%Z ->
  INR c / 2 ^ k <= exp (- (INR j ^ 2) / (2 * INR k)).
Proof.
  intros j k c K H.
  assert (KP : 0 < INR k) by (apply (lt_INR 0); exact K).
  assert (P2 : 0 < 2 ^ k) by (apply pow_lt; lra).
  destruct c as [|c]; [simpl; unfold Rdiv; rewrite Rmult_0_l; left; apply exp_pos|].
  assert (CP : 0 < INR (S c)) by (apply (lt_INR 0); lia).
  assert (Q : 0 < INR (S c) / 2 ^ k) by (apply Rdiv_lt_0_compat; assumption).
  rewrite <- (exp_ln (INR (S c) / 2 ^ k)) by exact Q; apply exp_monotone.
  assert (L : ln (IZR (3 ^ (Z.of_nat j * Z.of_nat j) * Z.of_nat (S c) ^ (2 * Z.of_nat k)))
    <= ln (IZR ((2 ^ Z.of_nat k) ^ (2 * Z.of_nat k)))).
  { apply ln_monotone; [|apply IZR_le; exact H].
    apply (IZR_lt 0), Z.mul_pos_pos; apply Z.pow_pos_nonneg; lia. }
  rewrite mult_IZR, ln_mult in L by (apply (IZR_lt 0), Z.pow_pos_nonneg; lia).
  assert (T : (0 < 2 ^ Z.of_nat k)%Z) by (apply Z.pow_pos_nonneg; lia).
  rewrite !ln_whole_power in L by lia.
  rewrite !mult_IZR, <- !INR_IZR_INZ in L.
  assert (E3 : 1 <= ln 3).
  { rewrite <- (ln_exp 1); apply ln_monotone; [apply exp_pos | exact exp_le_3]. }
  unfold Rdiv at 1; rewrite ln_mult, ln_inverse, ln_power by (try apply Rinv_0_lt_compat; lra).
  assert (J : INR j * INR j <= INR j * INR j * ln 3).
  { rewrite <- (Rmult_1_r (INR j * INR j)) at 1; apply Rmult_le_compat_l; [|exact E3].
    apply Rle_0_sqr. }
  apply Rmult_le_reg_l with (2 * INR k); [lra|].
  replace (2 * INR k * (- INR j ^ 2 / (2 * INR k))) with (- (INR j * INR j)) by (field; lra).
  lra.
Qed.

Theorem tail_by_listing : forall k, (0 < k)%nat -> listed k = true -> forall s, 0 <= s ->
  P (signs k) (reaches s (repeat 1 k)) <= exp (- (s ^ 2) / (2 * INR k)).
Proof.
  intros k K H s SP; apply andb_true_iff in H; destruct H as [H N].
  assert (KP : 0 < INR k) by (apply (lt_INR 0); exact K).
  assert (J : exists j : nat, INR j - 1 < s <= INR j).
  { destruct (archimed s) as [A B].
    destruct (Rle_lt_dec (IZR (up s) - 1) s) as [C | C]; [|lra].
    destruct (Req_dec (IZR (up s) - 1) s) as [E | E].
    - exists (Z.to_nat (up s - 1)); rewrite INR_IZR_INZ, Z2Nat.id, minus_IZR; [lra|].
      apply le_IZR; rewrite minus_IZR; lra.
    - exists (Z.to_nat (up s)); rewrite INR_IZR_INZ, Z2Nat.id; [lra|].
      apply le_IZR; lra. }
  destruct J as [j [J1 J2]].
  destruct (le_gt_dec j k) as [L | G].
  - apply Rle_trans with (INR (count_from k (Z.of_nat j)) / 2 ^ k);
      [apply chance_from; rewrite <- INR_IZR_INZ; exact J1|].
    rewrite forallb_forall in H; specialize (H j ltac:(apply in_seq; lia)).
    apply Z.leb_le, (exp_listed j k _ K) in H.
    apply Rle_trans with (1 := H), exp_monotone.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|].
    apply Ropp_le_contravar, pow_incr; lra.
  - apply Nat.eqb_eq in N.
    apply Rle_trans with (INR (count_from k (Z.of_nat (S k))) / 2 ^ k).
    + apply chance_from; rewrite <- INR_IZR_INZ.
      assert (INR (S k) <= INR j) by (apply le_INR; lia); lra.
    + rewrite N; simpl; unfold Rdiv; rewrite Rmult_0_l; left; apply exp_pos.
Qed.
